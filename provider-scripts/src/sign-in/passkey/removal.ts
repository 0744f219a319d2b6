/**
 * Tells an account's address that a passkey was removed, wherever Keycloak removes it: at its account console or account API by the user, or by an
 * administrator.
 */

import type { AdminEvent, Event, JavaMap, KeycloakSession } from 'keycloak';
import { isProven } from '../../accounts/proof.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { type PasskeyChange, sendPasskeyNotice } from './notice.ts';
import { passkeyOffer } from './offer.ts';
import { inRealm } from './question.ts';
import { accountInPath, removedPasskey } from './removed.ts';

/** Called with Keycloak's event of a user who has removed a credential. */
export function reportRemoval(session: KeycloakSession, event: Event): void {
  const clientId = event.getClientId();
  const client = clientId === null ? null : requireRealm(session).getClientByClientId(clientId);
  report(session, event.getUserId(), event.getDetails(), { client, byAdministrator: false });
}

/**
 * Called with Keycloak's event of an administrator's action on a user. In Keycloak 26.6 it doesn't tell which kind of credential was
 * removed: no email is sent then.
 */
export function reportRemovalByAdministrator(session: KeycloakSession, event: AdminEvent): void {
  const userId = accountInPath(event.getResourcePath());
  report(session, userId, event.getDetails(), { client: null, byAdministrator: true });
}

function report(
  session: KeycloakSession,
  userId: string | null,
  details: JavaMap<string, string> | null,
  by: Pick<PasskeyChange, 'client' | 'byAdministrator'>,
): void {
  const realm = requireRealm(session);
  const label = details === null ? undefined : removedPasskey(Java.record(details));
  if (label === undefined || userId === null) return;
  if (passkeyOffer(inRealm(session), 'setting') !== 'offered') return;
  const user = session.users().getUserById(realm, userId);
  // Until its address is proven, it may be another user's.
  if (user === null || !isProven(session, realm, user)) return;
  sendPasskeyNotice(session, { kind: 'removed', user, label, ...by });
}
