/** The account of an address: found, or created by a used link if there is none. */
import type { KeycloakSession, RealmModel, UserModel, UserProvider } from 'keycloak';
import { emitWithin } from '../observability/events/emit.ts';
import { textOrNull } from '../platform/database/cells.ts';
import { select } from '../platform/database/sql.ts';
import { log } from '../platform/engine/log.ts';
import { realmIdOf, requireRealm } from '../platform/keycloak/realm.ts';
import { cachedWithRealm } from '../platform/session/cached-with-realm.ts';
import { LOCALE_ATTRIBUTE } from '../realm/language/selector.ts';
import type { AllowedSignUp } from '../realm/sign-up-rules/rules.ts';
import { hasAddress } from './address/account-address.ts';
import { formsOf } from './address/forms.ts';
import { normaliseOnServer } from './address/idn.ts';
import { type Match, ownerOf, storedOwnerIn } from './owner.ts';

const EventType = Java.type('org.keycloak.events.EventType');
const ModelDuplicateException = Java.type('org.keycloak.models.ModelDuplicateException');
const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

/** The component type of account sources other than Keycloak's own database, such as LDAP. */
const FEDERATION = 'org.keycloak.storage.UserStorageProvider';

/** The facts about an address's account that a request for a link needs. */
export interface KnownAccount {
  /** Null if several accounts have the address. */
  id: string | null;
  /** Why the account can't sign in, as an event's error; null if it can. */
  blocked:
    | 'user_disabled'
    | 'user_temporarily_disabled'
    | 'account_ambiguous'
    | 'user_not_found'
    | 'email_not_verified'
    | 'too_many_requests'
    | 'sign_up_rejected'
    | null;
  /** The account's language tag, or null. */
  language: string | null;
}

/** Whether accounts may be in user stores, such as LDAP. */
export function hasUserStores(realm: RealmModel): boolean {
  return cachedWithRealm(
    realm,
    'user-stores',
    () => realm.getComponentsStream(realm.getId(), FEDERATION).toList().size() > 0,
  );
}

/**
 * Whether a normalised address has an account, with the same statements either way, so that the time it takes reveals nothing. Accounts of
 * federated sources are found as Keycloak finds them.
 */
export function lookUpAccount(session: KeycloakSession, email: string): KnownAccount | null {
  const owner = hasUserStores(requireRealm(session))
    ? federatedOwner(session, email)
    : storedOwner(session, email);
  if (owner === 'several') {
    logAmbiguous(session, email);
    return { id: null, blocked: 'account_ambiguous', language: null };
  }
  if (owner === null) return null;
  return {
    id: owner.getId(),
    blocked: owner.isEnabled ? null : 'user_disabled',
    language: owner.language,
  };
}

/** An account with what a request for a link needs. */
interface Owner {
  getId(): string;
  isEnabled: boolean;
  language: string | null;
}

function federatedOwner(session: KeycloakSession, email: string): Match<Owner> {
  const { account, isAmbiguous } = findAccount(session, email);
  if (isAmbiguous) return 'several';
  if (account === null) return null;
  return {
    getId: () => account.getId(),
    isEnabled: account.isEnabled(),
    language: account.getFirstAttribute(LOCALE_ATTRIBUTE),
  };
}

/** The owner in Keycloak's own database, read past Keycloak's cache: the same statement, whether it finds one or not. */
function storedOwner(session: KeycloakSession, email: string): Match<Owner> {
  const forms = formsOf(email);
  const placeholders = forms.map((_, index) => `?${index + 3}`).join(', ');
  const sql = `SELECT U.ID, U.EMAIL, U.USERNAME, U.ENABLED, A.VALUE FROM USER_ENTITY U LEFT JOIN USER_ATTRIBUTE A ON A.USER_ID = U.ID AND A.NAME = ?2 WHERE U.REALM_ID = ?1 AND U.EMAIL IN (${placeholders}) UNION ALL SELECT U.ID, U.EMAIL, U.USERNAME, U.ENABLED, A.VALUE FROM USER_ENTITY U LEFT JOIN USER_ATTRIBUTE A ON A.USER_ID = U.ID AND A.NAME = ?2 WHERE U.REALM_ID = ?1 AND U.USERNAME IN (${placeholders})`;
  const rows = select(session, sql, [realmIdOf(session), LOCALE_ATTRIBUTE, ...forms]);
  const found = rows.map((row) => ({
    email: textOrNull(row[1]),
    username: textOrNull(row[2]),
    getId: () => String(row[0]),
    isEnabled: String(row[3]) === 'true',
    language: textOrNull(row[4]),
  }));
  return storedOwnerIn(found, forms, (one) => normaliseOnServer(one.email || one.username || '') === email);
}

/** The account of an address, and whether the address is taken as a username. */
export interface FoundAccount {
  account: UserModel | null;
  /** Whether several accounts have the address: `account` is then null, and none may be created. */
  isAmbiguous: boolean;
  /** Whether a new account can't have the address as its username. */
  nameTaken: boolean;
}

/** The account of a normalised address, if there is one. */
export function findAccount(session: KeycloakSession, email: string): FoundAccount {
  return search(session.users(), requireRealm(session), email);
}

function search(users: UserProvider, realm: RealmModel, email: string): FoundAccount {
  const forms = formsOf(email);
  const byEmail = forms.map((form) => match(() => users.getUserByEmail(realm, form)));
  let named: Match<UserModel>[] | null = null;
  const byName = () => {
    named = forms.map((form) => match(() => users.getUserByUsername(realm, form)));
    return named.map((one) => (one === null || one === 'several' || hasAddress(one, email) ? one : null));
  };
  const owner = ownerOf(byEmail, byName);
  return {
    account: owner === 'several' ? null : owner,
    isAmbiguous: owner === 'several',
    nameTaken: owner !== null || (named?.[0] ?? null) !== null,
  };
}

/** Keycloak throws if several accounts have the address, or if a user store's account has the username of a local one. */
function match(lookUp: () => UserModel | null): Match<UserModel> {
  try {
    return lookUp();
  } catch (failure) {
    if (failure instanceof ModelDuplicateException) return 'several';
    throw failure;
  }
}

/**
 * Those of up to a few hundred normalised addresses that have an account in Keycloak's own database, which has those of a federated store
 * once they were used.
 */
export function addressesWithAccount(session: KeycloakSession, emails: readonly string[]): Set<string> {
  const addressOf: Record<string, string> = {};
  for (const email of emails) for (const form of formsOf(email)) addressOf[form] = email;
  const forms = Object.keys(addressOf);
  const found = new Set<string>();
  if (forms.length === 0) return found;
  const placeholders = forms.map((_, index) => `?${index + 2}`).join(', ');
  for (const sql of [
    `SELECT EMAIL, ID FROM USER_ENTITY WHERE REALM_ID = ?1 AND EMAIL IN (${placeholders})`,
    `SELECT USERNAME, ID FROM USER_ENTITY WHERE REALM_ID = ?1 AND USERNAME IN (${placeholders}) AND EMAIL IS NULL`,
  ])
    for (const row of select(session, sql, [realmIdOf(session), ...forms]))
      found.add(addressOf[String(row[0])] ?? '');
  return found;
}

/** Logs which accounts in Keycloak's own database have a normalised address. */
export function logAmbiguous(session: KeycloakSession, email: string): void {
  const realm = requireRealm(session);
  const ids: string[] = [];
  for (const form of formsOf(email)) {
    const sql =
      'SELECT ID, REALM_ID FROM USER_ENTITY WHERE REALM_ID = ?1 AND (EMAIL = ?2 OR (USERNAME = ?2 AND EMAIL IS NULL)) ORDER BY ID';
    for (const row of select(session, sql, [realm.getId(), form])) ids.push(String(row[0]));
  }
  const some = ids.length > 1 ? ids : [...ids, 'one of a federated store'];
  log.warn(
    `realm "${realm.getName()}": no link is sent to an address shared by several accounts: ${some.join(', ')}`,
  );
}

/** Creates the account that the rules for sign-up allow, and reports it; its address may be the username of another account. */
export function createAccount(
  session: KeycloakSession,
  { email, method, isDisposable }: AllowedSignUp,
  { nameTaken }: FoundAccount,
  isProven: boolean,
): UserModel {
  const user = session
    .users()
    .addUser(requireRealm(session), nameTaken ? KeycloakModelUtils.generateId() : email);
  user.setEnabled(true);
  user.setEmail(email);
  user.setEmailVerified(isProven);
  emitWithin(session, 'user_registered', {
    userId: user.getId(),
    details: { method, ...(isDisposable ? { rule: 'disposable' } : {}) },
    // Keycloak emits REGISTER itself once the provider's sign-in goes on; each account has one event of that type.
    ...(method === 'provider' ? { type: EventType.IDENTITY_PROVIDER_FIRST_LOGIN } : {}),
  });
  return user;
}
