/** Counts sign-ins for the administrators' overview by what they took. */
import type { Event, KeycloakSession } from 'keycloak';
import { tally } from '../../observability/metrics/tally.ts';
import { signInKind } from '../../observability/statistics/sign-in-kind.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { NOTES } from '../../sign-in/tabs/notes.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');

/** The user session's note with the alias of the identity provider that began it (`Details`). */
const PROVIDER_NOTE = 'identity_provider';

/** Called with Keycloak's event of a sign-in at a client. */
export function tallySignIn(session: KeycloakSession, event: Event): void {
  const realm = requireRealm(session);
  const [sessionId, clientId] = [event.getSessionId(), event.getClientId()];
  if (sessionId === null || clientId === null) return;
  const live = session.sessions().getUserSession(realm, sessionId);
  const client = realm.getClientByClientId(clientId);
  if (live === null || client === null) return;
  const clientSession = live.getAuthenticatedClientSessionByClient(client.getId());
  if (clientSession === null) return;
  const kind = signInKind({
    isSilent: (clientSession.getNote('prompt') ?? '').split(' ').includes('none'),
    isContinued: clientSession.getNote(AuthenticationManager.SSO_AUTH) === 'true',
    provenBy: live.getNote(NOTES.provenBy.name),
    byProvider: live.getNote(PROVIDER_NOTE) !== null,
  });
  if (kind !== null) tally(session, `sign_ins_by_${kind}`);
}
