/** Whether an account's address was proven by its owner; also handles accounts in read-only user stores. */
import type { KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { addressOf } from './address/account-address.ts';
import { isMailedElsewhere } from './address/idn.ts';
import { isProvenBy } from './proven-by.ts';

const ReadOnlyException = Java.type('org.keycloak.storage.ReadOnlyException');
const StorageId = Java.type('org.keycloak.storage.StorageId');
const UserStorageUtil = Java.type('org.keycloak.storage.UserStorageUtil');

/** The attribute, stored by Keycloak for a federated account, with the normalised address that a link has proven. */
const PROVEN_ATTRIBUTE = 'linkgate.proven';

/** Whether the account's current address was verified, by a link or by an administrator. */
export function isProven(session: KeycloakSession, realm: RealmModel, user: UserModel): boolean {
  return isProvenBy(
    isMarked(user),
    () => addressOf(user),
    () => recordedAddress(session, realm, user),
  );
}

/** Whether Keycloak's own mark says so, and means the mailbox that Linkgate's emails reach. */
function isMarked(user: UserModel): boolean {
  return user.isEmailVerified() && !isMailedElsewhere(user.getEmail() || user.getUsername() || '');
}

/**
 * Records that an account's address was proven, and sets the address of an account found by its username, or by a spelling for which Keycloak's
 * emails would reach another mailbox. What can't be written to a read-only store is stored in Keycloak.
 */
export function recordProof(session: KeycloakSession, user: UserModel, email: string): void {
  // Only an account that has no other address was found by its username, and no account has this one as its email.
  const stored = user.getEmail();
  if (!stored || isMailedElsewhere(stored)) ifWritable(() => user.setEmail(email));
  if (isMarked(user)) return;
  ifWritable(() => user.setEmailVerified(true));
  // Keycloak reads an account that isn't imported from its store each time, without the values set here.
  if (!isImported(user))
    UserStorageUtil.userFederatedStorage(session).setSingleAttribute(
      requireRealm(session),
      user.getId(),
      PROVEN_ATTRIBUTE,
      email,
    );
}

/** Writes to an account; ignores that its store is read-only, so that the sign-in continues. */
export function ifWritable(write: () => void): void {
  try {
    write();
  } catch (failure) {
    if (!(failure instanceof ReadOnlyException)) throw failure;
  }
}

/** Whether an account is in Keycloak's own database, possibly imported from a user store. */
function isImported(user: UserModel): boolean {
  return StorageId.isLocalStorage(user.getId());
}

function recordedAddress(session: KeycloakSession, realm: RealmModel, user: UserModel): string | null {
  if (isImported(user)) return null;
  const attributes = UserStorageUtil.userFederatedStorage(session).getAttributes(realm, user.getId());
  const proven = attributes.getFirst(PROVEN_ATTRIBUTE);
  return proven === null ? null : String(proven);
}

/** The function of the mapper of the `email_verified` claim (contract, section 2.10), as the host calls it; null, which omits the claim, if the account has no email. */
export const EMAIL_VERIFIED = {
  value: (user: UserModel, session: KeycloakSession): boolean | null =>
    user.getEmail() ? isProven(session, requireRealm(session), user) : null,
};
