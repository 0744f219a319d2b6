/** What follows from Keycloak's own events in a Linkgate realm, or any other that has links of backends or invitations; called within the request that causes them. */

import type { AdminEvent, Event, KeycloakSession, UserModel } from 'keycloak';
import { addressOf } from '../../accounts/address/account-address.ts';
import { endAllSessions, endAllWithoutRequest, endLeftOf } from '../../accounts/sign-out.ts';
import { hasLostStore } from '../../accounts/user-store.ts';
import { hasFeedback, suppressionOf } from '../../email/feedback/record.ts';
import { liftSuppression } from '../../email/feedback/suppressions.ts';
import { revokeSentInvitations } from '../../links/invitation/rows.ts';
import { revokeWaitingLines } from '../../links/magic-link/batch/rows.ts';
import {
  revokeLinksOfAdministrators,
  revokeLinksOfEndedRights,
} from '../../links/magic-link/revoke-returned.ts';
import { emitWithin } from '../../observability/events/emit.ts';
import { tally } from '../../observability/metrics/tally.ts';
import { signInKind } from '../../observability/statistics/sign-in-kind.ts';
import { currentMillis, currentTime } from '../../platform/engine/clock.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { allowsBackendLinks, allowsInvitations } from '../../realm/settings/enabled.ts';
import { reportRemoval, reportRemovalByAdministrator } from '../../sign-in/passkey/removal.ts';
import { NOTES } from '../../sign-in/tabs/notes.ts';
import { judgeNewAddress } from '../keycloak/new-address.ts';
import { changedUser, endedSession, signedOutUser } from './admin-events.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');

/** Keycloak's event of an account that its brute-force protection has disabled, on a thread of its own. */
const LOCKED_OUT = 'USER_DISABLED_BY_PERMANENT_LOCKOUT';

const REMOVED_CREDENTIAL = 'REMOVE_CREDENTIAL';

/** The listener's functions as the host calls them. */
export const KEYCLOAK_EVENTS = {
  user(session: KeycloakSession, event: Event): void {
    const type = String(event.getType());
    if (type === 'LOGIN') reportSignIn(session, event);
    else if (type === LOCKED_OUT) endIfDisabled(session, event.getUserId(), endAllWithoutRequest);
    else if (type === REMOVED_CREDENTIAL) reportRemoval(session, event);
    else judgeNewAddress(session, event);
  },
  /** Of a stock realm's user: only what gives an account an address, and what proves one otherwise than by email. */
  stockUser(session: KeycloakSession, event: Event): void {
    if (String(event.getType()) !== 'LOGIN') judgeNewAddress(session, event);
    else if (hasFeedback(session)) liftByProof(session, signInOf(session, event));
  },
  admin(session: KeycloakSession, event: AdminEvent): void {
    const path = event.getResourcePath();
    const resource = event.getResourceTypeAsString();
    if (String(event.getOperationType()) === 'ACTION') {
      reportRemovalByAdministrator(session, event);
      endLeft(session, signedOutUser(path));
      return;
    }
    const ended = endedSession(path);
    if (ended !== null) endLeftOf(session, ended);
    if (resource === 'USER') endIfDisabled(session, changedUser(path));
    if (resource === 'REALM') endIfOff(session);
    revokeLinksOfEndedRights(session, resource === 'REALM');
  },
  /** Of a stock realm: only what links that were returned to backends came from, and the switches. */
  stock(session: KeycloakSession, event: AdminEvent): void {
    if (String(event.getOperationType()) === 'ACTION') return;
    const isOfRealm = event.getResourceTypeAsString() === 'REALM';
    if (isOfRealm) endIfOff(session);
    revokeLinksOfEndedRights(session, isOfRealm);
  },
  /** In the realm of those who administer all realms. Their sign-out sets a "not before". */
  administrators(session: KeycloakSession, event: AdminEvent): void {
    if (String(event.getOperationType()) !== 'ACTION') revokeLinksOfAdministrators(session);
  },
};

function findUser(session: KeycloakSession, userId: string | null): UserModel | null {
  if (userId === null || hasLostStore(session, userId)) return null;
  return session.users().getUserById(requireRealm(session), userId);
}

/** Keycloak's sign-out of a user ends the sessions, but not what has outlived one. */
function endLeft(session: KeycloakSession, userId: string | null): void {
  const user = findUser(session, userId);
  if (user !== null) endAllSessions(session, user);
}

/** A disabled account's sign-ins end for good: they don't come back when it is enabled. */
function endIfDisabled(session: KeycloakSession, userId: string | null, end = endAllSessions): void {
  const user = findUser(session, userId);
  if (user !== null && !user.isEnabled()) end(session, user);
}

/** Invitations that were sent, and lines that wait for a link, end for good with their switch, in the transaction that changes it. */
function endIfOff(session: KeycloakSession): void {
  const realm = requireRealm(session);
  if (!allowsInvitations(realm)) revokeSentInvitations(session, currentTime());
  if (!allowsBackendLinks(realm)) revokeWaitingLines(session);
}

/** The user session's note with the alias of the identity provider that began it (`Details`). */
const PROVIDER_NOTE = 'identity_provider';

/** The detail of an event with what Keycloak's own step for a passkey has verified. */
const PASSKEY_DETAIL = { name: 'credential_type', value: 'webauthn-passwordless' } as const;

/** A sign-in that counts. */
interface SignIn {
  readonly kind: NonNullable<ReturnType<typeof signInKind>>;
  readonly user: UserModel | null;
}

/** Called with Keycloak's event of a sign-in at a client. */
function reportSignIn(session: KeycloakSession, event: Event): void {
  const signIn = signInOf(session, event);
  if (signIn === null) return;
  tally(session, `sign_ins_by_${signIn.kind}`);
  liftByProof(session, signIn);
}

/** Null for a sign-in that doesn't count. */
function signInOf(session: KeycloakSession, event: Event): SignIn | null {
  const realm = requireRealm(session);
  const [sessionId, clientId] = [event.getSessionId(), event.getClientId()];
  if (sessionId === null || clientId === null) return null;
  const live = session.sessions().getUserSession(realm, sessionId);
  const client = realm.getClientByClientId(clientId);
  if (live === null || client === null) return null;
  const clientSession = live.getAuthenticatedClientSessionByClient(client.getId());
  if (clientSession === null) return null;
  const kind = signInKind({
    isSilent: (clientSession.getNote('prompt') ?? '').split(' ').includes('none'),
    isContinued: clientSession.getNote(AuthenticationManager.SSO_AUTH) === 'true',
    provenBy: live.getNote(NOTES.provenBy.name) ?? provenInEvent(event),
    byProvider: live.getNote(PROVIDER_NOTE) !== null,
  });
  return kind === null ? null : { kind, user: live.getUser() };
}

function provenInEvent(event: Event): 'passkey' | null {
  const details = event.getDetails();
  return details !== null && details.get(PASSKEY_DETAIL.name) === PASSKEY_DETAIL.value ? 'passkey' : null;
}

/** Who proves the account otherwise than by email gets emails again: the next one tells whether the mailbox accepts it. */
function liftByProof(session: KeycloakSession, signIn: SignIn | null): void {
  if (signIn === null || (signIn.kind !== 'passkey' && signIn.kind !== 'provider')) return;
  const { kind: method, user } = signIn;
  const email = user === null ? null : addressOf(user);
  const found = email === null ? null : suppressionOf(session, email);
  if (user === null || found === null || !liftSuppression(session, found.key, currentMillis())) return;
  emitWithin(session, 'email_suppression_lifted', { userId: user.getId(), details: { method } });
}
