/** The account that a used link signs in, made when there is none. */
import type { KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { select } from '../database/sql.ts';
import { ACCOUNT_ATTRIBUTE } from '../language/selector.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');
const UserStoragePrivateUtil = Java.type('org.keycloak.storage.UserStoragePrivateUtil');

/** The component type of sources of accounts beside Keycloak's own database, such as LDAP. */
const FEDERATION = 'org.keycloak.storage.UserStorageProvider';

/** What the order of a link needs to know of an account. */
export interface KnownAccount {
  id: string;
  enabled: boolean;
  /** The language tag it was given, if it was. */
  language: string | null;
}

/**
 * Whether a normalised address has an account, asked with the same statements for one that has and one that hasn't, so that the time it
 * takes tells nothing. Accounts of federated sources are found as Keycloak finds them.
 */
export function lookUpAccount(
  session: KeycloakSession,
  realm: RealmModel,
  email: string,
): KnownAccount | null {
  const stored = UserStoragePrivateUtil.userLocalStorage(session);
  const byEmail = stored.getUserByEmail(realm, email);
  const byUsername = ownName(stored.getUserByUsername(realm, email), email);
  const federated = realm.getComponentsStream(realm.getId(), FEDERATION).toList().size() > 0;
  const account = federated ? findAccount(session, realm, email).account : (byEmail ?? byUsername);
  const language = storedLanguage(session, account === null ? NOBODY : account.getId());
  if (account === null) return null;
  return {
    id: account.getId(),
    enabled: account.isEnabled(),
    language: federated ? account.getFirstAttribute(ACCOUNT_ATTRIBUTE) : language,
  };
}

/** No account has this id. */
const NOBODY = '';

function storedLanguage(session: KeycloakSession, userId: string): string | null {
  const rows = select(session, 'SELECT USER_ID, VALUE FROM USER_ATTRIBUTE WHERE USER_ID = ?1 AND NAME = ?2', [
    userId,
    ACCOUNT_ATTRIBUTE,
  ]);
  const value = rows[0]?.[1];
  return value === undefined || value === null ? null : String(value);
}

/** Who has an address, and who has it as their user name. */
export interface FoundAccount {
  account: UserModel | null;
  /** Whether a new account can't have the address as its user name. */
  nameTaken: boolean;
}

/** The account of a normalised address, if there is one. */
export function findAccount(session: KeycloakSession, realm: RealmModel, email: string): FoundAccount {
  const users = session.users();
  const byEmail = users.getUserByEmail(realm, email);
  if (byEmail !== null) return { account: byEmail, nameTaken: true };
  const named = users.getUserByUsername(realm, email);
  return { account: ownName(named, email), nameTaken: named !== null };
}

/** Whether a normalised address is an account's: its own, or its user name while it has none. */
export function hasAddress(user: UserModel, email: string): boolean {
  return (user.getEmail() ?? user.getUsername())?.toLowerCase() === email;
}

/** An account whose user name is an address is that address's only while it has no other one. */
function ownName(named: UserModel | null, email: string): UserModel | null {
  const address = named?.getEmail() ?? null;
  return address === null || address.toLowerCase() === email ? named : null;
}

/** Makes the account of an address that has none, and was proven or not; somebody else's user name may be that address. */
export function createAccount(
  session: KeycloakSession,
  realm: RealmModel,
  email: string,
  { nameTaken }: FoundAccount,
  isProven: boolean,
): UserModel {
  const user = session.users().addUser(realm, nameTaken ? KeycloakModelUtils.generateId() : email);
  user.setEnabled(true);
  user.setEmail(email);
  user.setEmailVerified(isProven);
  return user;
}
