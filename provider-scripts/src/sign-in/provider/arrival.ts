/**
 * Users who come back from an identity provider. What was proven of another user in the tab before isn't theirs. What the sign-in may change of
 * an account's address (contract, section 11) is decided at the request's end: Keycloak and the provider's mappers write an address, and whether
 * it is verified, by rules of their own.
 */
import type {
  AuthenticationSessionModel,
  BrokeredIdentityContext,
  KeycloakSession,
  UserModel,
} from 'keycloak';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { ifWritable, isProven } from '../../accounts/proof.ts';
import { isBroker } from '../../http/request/realm-path.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { pathOf, queryParameter } from '../../platform/session/address.ts';
import { sessionValue } from '../../platform/session/values.ts';
import { CHOSEN_LOCALE_NOTE } from '../../realm/language/selector.ts';
import { note, restoreFromRequest } from '../tabs/notes.ts';
import { promptsOf } from '../tabs/prompts.ts';
import { setProviderTime } from '../tabs/provider-time.ts';
import { requestedTab } from '../tabs/stale-tab.ts';
import { type AgeLimit, authenticatedAt, isTooOld } from './authentication-time.ts';
import {
  authenticationTimeOf,
  brokeredAddress,
  brokeredContext,
  isVerified,
  LINKING_NOTE,
  recordGivenAddress,
} from './brokered.ts';

const AuthenticationProcessor = Java.type('org.keycloak.authentication.AuthenticationProcessor');
const FederatedIdentityModel = Java.type('org.keycloak.models.FederatedIdentityModel');

/** Notes of the request, not of its user, that Keycloak has no client notes for: the language, and that the request allows no page. */
const KEPT_NOTES = [CHOSEN_LOCALE_NOTE, AuthenticationProcessor.FORWARDED_PASSIVE_LOGIN] as const;

/** Who has come back from a provider in this request, and the account's address before it. */
interface Arrival {
  user: BrokeredIdentityContext;
  account: { id: string; email: string | null; isProven: boolean } | null;
}

/** Whether the user who has come back in this request was authenticated too long ago for the client's request. */
const TOO_OLD = sessionValue<boolean>('arrived-too-old');

const ARRIVAL = sessionValue<Arrival>('arrival');

/** The function that the host calls when a user comes back, before any mapper. */
export const ARRIVALS = {
  arrived(session: KeycloakSession, user: BrokeredIdentityContext): void {
    recordGivenAddress(user);
    const tab = user.getAuthenticationSession();
    const linked = linkedAccount(session, user);
    record(session, user, linked ?? tab.getAuthenticatedUser());
    const isLinking = tab.getAuthNote(LINKING_NOTE) !== null;
    if (linked !== null && !isLinking) startAnewFor(tab, linked);
    // Linking an account authenticates nobody: its user was authenticated before.
    const now = currentTime();
    const at = isLinking ? null : authenticatedAt(authenticationTimeOf(user), now);
    setProviderTime(tab, at);
    TOO_OLD.record(
      session,
      isTooOld(at, now, ageLimitOf(tab), requireRealm(session).getAccessCodeLifespanLogin()),
    );
  },
};

/** Records, before Keycloak acts, who ends a first sign-in by a flow of Keycloak's own, which then marks the address of a new account verified. */
export function recordFirstSignIn(session: KeycloakSession): void {
  const clientId = isBroker(pathOf(session)) ? queryParameter(session, 'client_id') : null;
  const client = clientId === null ? null : requireRealm(session).getClientByClientId(clientId);
  const tab = client === null ? null : requestedTab(session, client);
  const user = tab === null ? null : brokeredContext(session, tab);
  if (tab !== null && user !== null) record(session, user, tab.getAuthenticatedUser());
}

function record(session: KeycloakSession, user: BrokeredIdentityContext, account: UserModel | null): void {
  ARRIVAL.record(session, {
    user,
    account:
      account === null
        ? null
        : {
            id: account.getId(),
            email: normaliseOnServer(account.getEmail() ?? ''),
            isProven: isProven(session, requireRealm(session), account),
          },
  });
}

/** Whether the user who has come back in this request was authenticated too long ago for the client's request. */
export function hasArrivedTooOld(session: KeycloakSession): boolean {
  return TOO_OLD.of(session) === true;
}

function ageLimitOf(tab: AuthenticationSessionModel): AgeLimit {
  return { maxAge: tab.getClientNote('max_age'), isNew: promptsOf(tab).includes('login') };
}

/**
 * Makes a tab forget another user who was known in it: Keycloak continues it for the provider's user, with the notes of what has proven the
 * other one. It does the same at a first sign-in.
 */
function startAnewFor(tab: AuthenticationSessionModel, user: UserModel): void {
  const known = [tab.getAuthenticatedUser()?.getId() ?? null, note(tab, 'proven')];
  if (known.every((id) => id === null || id === user.getId())) return;
  const kept = KEPT_NOTES.map((name) => ({ name, value: tab.getAuthNote(name) }));
  AuthenticationProcessor.resetFlow(tab, tab.getAuthNote(AuthenticationProcessor.CURRENT_FLOW_PATH));
  for (const { name, value } of kept) if (value !== null) tab.setAuthNote(name, value);
  restoreFromRequest(tab);
}

/** The account that is linked to the provider's user. */
function linkedAccount(session: KeycloakSession, user: BrokeredIdentityContext): UserModel | null {
  const alias = user.getIdpConfig().getAlias();
  for (const id of [user.getId(), user.getLegacyId()]) {
    if (id === null) continue;
    const identity = new FederatedIdentityModel(alias, id, user.getUsername());
    const linked = session.users().getUserByFederatedIdentity(requireRealm(session), identity);
    if (linked !== null) return linked;
  }
  return null;
}

/**
 * Called at the end of a request that came back from a provider. An address is proven if it was before, if this tab's first sign-in has proven
 * it, or if its source says so; any other isn't.
 */
export function settleAddress(session: KeycloakSession): void {
  const arrival = ARRIVAL.of(session);
  const first = firstSignIn(session);
  const id = arrival?.account?.id ?? first?.userId ?? null;
  const account = id === null ? null : session.users().getUserById(requireRealm(session), id);
  if (account === null) return;
  const email = normaliseOnServer(account.getEmail() ?? '');
  const isProvenNow =
    email !== null &&
    ((arrival?.account?.isProven === true && arrival.account.email === email) ||
      (first?.userId === account.getId() && first.email === email) ||
      (arrival !== null && brokeredAddress(arrival.user) === email && isVerified(arrival.user)));
  if (account.isEmailVerified() !== isProvenNow)
    ifWritable(() => {
      account.setEmailVerified(isProvenNow);
    });
}

/** The account that this tab's first sign-in through a provider has proven. */
function firstSignIn(session: KeycloakSession): { userId: string; email: string | null } | null {
  const tab = session.getContext().getAuthenticationSession();
  if (tab === null || note(tab, 'provenBy') !== 'provider') return null;
  const userId = note(tab, 'proven');
  return userId === null ? null : { userId, email: note(tab, 'provenFor') };
}
