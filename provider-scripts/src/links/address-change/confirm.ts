/** Confirms a change of address from one of its addresses; the second confirmation makes it take effect. */
import type { KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { type FoundAccount, findAccount } from '../../accounts/account.ts';
import { hasAddress } from '../../accounts/address/account-address.ts';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { lockAndRefresh, reloadAccount } from '../../accounts/lock.ts';
import { endAllSessions } from '../../accounts/sign-out.ts';
import { emitWithin } from '../../observability/events/emit.ts';
import { inOwnTransaction, inRetriedTransaction } from '../../platform/database/sql.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { rejectWithin } from '../../realm/sign-up-rules/rules.ts';
import { type AddressChange, isComplete, isPending, mayTakeEffect } from './change.ts';
import { deleteChange, findChange, lockChange, markConfirmed } from './rows.ts';
import type { ReadToken } from './tokens.ts';

const ReadOnlyException = Java.type('org.keycloak.storage.ReadOnlyException');

/** Keycloak's attribute with an account's pending new address, and its action for that. */
const PENDING_ADDRESS = 'kc.email.pending';
const UPDATE_EMAIL = 'UPDATE_EMAIL';

/** `half`: the other address hasn't confirmed it yet; `changed`: the account has the new one. */
export type Confirmed = 'half' | 'changed' | 'invalid';

/**
 * Confirms a change at `now` (Unix seconds), in one transaction. Its row is locked, so of two confirmations at the same time the later one sees the
 * earlier. All of the account's sessions end with the change: the user signs in with the new address. Links to the old one are of no account any more.
 */
export function confirmChange(session: KeycloakSession, token: ReadToken, now: number): Confirmed {
  const result = inRetriedTransaction(session, (own) => confirmNow(own, token, now));
  if (result === null) return 'invalid';
  if (result === 'half') return 'half';
  const { userId } = result;
  inOwnTransaction(session, (own) => {
    const user = own.users().getUserById(requireRealm(own), userId);
    if (user !== null) endAllSessions(own, user);
  });
  return 'changed';
}

/** Stops a change from the old address; false if there is none. */
export function stopChange(session: KeycloakSession, token: ReadToken): boolean {
  return inOwnTransaction(session, (own) => {
    const change = token.side === 'old' ? findChange(own, token) : null;
    return change !== null && deleteChange(own, change.id);
  });
}

function confirmNow(own: KeycloakSession, token: ReadToken, now: number): 'half' | { userId: string } | null {
  const realm = requireRealm(own);
  const found = findChange(own, token);
  const user = found === null ? null : own.users().getUserById(realm, found.userId);
  if (found === null || user === null || !reloadAccount(own, user)) return null;
  // All accounts are read before anything is locked, as for a link.
  const owner = findAccount(own, found.newEmail);
  const change = lockChange(own, found.id);
  if (change === null || !isPending(change, now)) return null;
  if (!isComplete(change, token.side)) {
    markConfirmed(own, change.id, token.side, now);
    return 'half';
  }
  deleteChange(own, change.id);
  const current = lockAndRefresh(own, change.userId) ? own.users().getUserById(realm, change.userId) : null;
  if (current === null || !mayTakeEffect(factsOf(change, current, owner))) return null;
  if (rejectWithin(own, change.newEmail, 'address-change')) return null;
  if (!takeEffect(realm, current, change, owner)) {
    own.getTransactionManager().setRollbackOnly();
    return null;
  }
  emitWithin(own, 'address_changed', { userId: change.userId });
  return { userId: change.userId };
}

function factsOf(change: AddressChange, user: UserModel, { account, isAmbiguous }: FoundAccount) {
  return {
    isEnabled: user.isEnabled(),
    hasOldAddress: hasAddress(user, change.oldEmail),
    isTaken: isAmbiguous || (account !== null && account.getId() !== user.getId()),
  };
}

/** Changes the account; its username, too, if that is the address. Returns false if its store can only be read. */
function takeEffect(
  realm: RealmModel,
  user: UserModel,
  { oldEmail, newEmail }: AddressChange,
  { nameTaken }: FoundAccount,
): boolean {
  const isNamedByAddress =
    realm.isRegistrationEmailAsUsername() || normaliseOnServer(user.getUsername() ?? '') === oldEmail;
  try {
    if (isNamedByAddress && !nameTaken) user.setUsername(newEmail);
    user.setEmail(newEmail);
    user.setEmailVerified(true);
    user.removeAttribute(PENDING_ADDRESS);
    user.removeRequiredAction(UPDATE_EMAIL);
    return true;
  } catch (failure) {
    if (failure instanceof ReadOnlyException) return false;
    throw failure;
  }
}
