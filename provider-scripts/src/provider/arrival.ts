/**
 * What a sign-in through an identity provider may change of an account's address (contract, section 11). Keycloak and the provider's mappers
 * write an address, and whether it is verified, by rules of their own; at the request's end, ours decides.
 */
import type { BrokeredIdentityContext, KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { ifWritable, isProven } from '../account/proof.ts';
import { normaliseOnServer } from '../address/idn.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { isBroker } from '../request/realm-path.ts';
import { pathOf, queryParameter } from '../session/address.ts';
import { sessionValue } from '../session/values.ts';
import { PROVEN_BY_NOTE, PROVEN_FOR_NOTE, PROVEN_NOTE } from '../tabs/notes.ts';
import { requestedTab } from '../tabs/stale-tab.ts';
import { brokeredAddress, brokeredContext, isVerified, recordGivenAddress } from './brokered.ts';

const FederatedIdentityModel = Java.type('org.keycloak.models.FederatedIdentityModel');

/** Who has come back from a provider in this request, and the account's address before it. */
interface Arrival {
  user: BrokeredIdentityContext;
  account: { id: string; email: string | null; isProven: boolean } | null;
}

const ARRIVAL = sessionValue<Arrival>('arrival');

/** The function that the host calls when a user comes back, before any mapper. */
export const ARRIVALS = {
  arrived(session: KeycloakSession, user: BrokeredIdentityContext): void {
    recordGivenAddress(user);
    record(session, user, existingAccount(session, requireRealm(session), user));
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

/** The account that Keycloak will find: the linked one, or the one that is being linked. */
function existingAccount(
  session: KeycloakSession,
  realm: RealmModel,
  user: BrokeredIdentityContext,
): UserModel | null {
  const alias = user.getIdpConfig().getAlias();
  for (const id of [user.getId(), user.getLegacyId()]) {
    if (id === null) continue;
    const identity = new FederatedIdentityModel(alias, id, user.getUsername());
    const linked = session.users().getUserByFederatedIdentity(realm, identity);
    if (linked !== null) return linked;
  }
  return user.getAuthenticationSession().getAuthenticatedUser();
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
  const userId = tab?.getAuthNote(PROVEN_BY_NOTE) === 'provider' ? tab.getAuthNote(PROVEN_NOTE) : null;
  return userId === null ? null : { userId, email: tab?.getAuthNote(PROVEN_FOR_NOTE) ?? null };
}
