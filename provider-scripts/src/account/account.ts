/** The account that a used link signs in, created if there is none. */
import type { KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { select } from '../database/sql.ts';
import { ACCOUNT_ATTRIBUTE } from '../language/selector.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');
const UserStoragePrivateUtil = Java.type('org.keycloak.storage.UserStoragePrivateUtil');

/** The component type of account sources other than Keycloak's own database, such as LDAP. */
const FEDERATION = 'org.keycloak.storage.UserStorageProvider';

/** What a request for a link needs to know about an account. */
export interface KnownAccount {
  id: string;
  enabled: boolean;
  /** The language tag it was given, if it was. */
  language: string | null;
}

/**
 * Whether a normalised address has an account, with the same statements either way, so that the time it takes reveals nothing. Accounts of
 * federated sources are found as Keycloak finds them.
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

/** Who has an address, and who has it as their username. */
export interface FoundAccount {
  account: UserModel | null;
  /** Whether a new account can't have the address as its username. */
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

/** Whether a normalised address is an account's: its own, or its username while it has none. */
export function hasAddress(user: UserModel, email: string): boolean {
  return (user.getEmail() ?? user.getUsername())?.toLowerCase() === email;
}

/** An account whose username is an address belongs to that address only while it has no other one. */
function ownName(named: UserModel | null, email: string): UserModel | null {
  const address = named?.getEmail() ?? null;
  return address === null || address.toLowerCase() === email ? named : null;
}

/** Creates the account for an address that has none, whether verified or not; somebody else's username may be that address. */
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
