/** What stops working or changes in a realm that was there before Linkgate: told before a run makes it a Linkgate realm. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';
import type { JsonObject } from '../json.ts';

/** A realm as it was found. Lists may be cut off: then more may be affected than is reported. */
export interface RealmFacts {
  readonly realm: RealmRepresentation;
  /** The clients, without Keycloak's own and those that an earlier run created. */
  readonly clients: readonly ClientRepresentation[];
  readonly hasMoreClients: boolean;
  /** The aliases of the enabled identity providers. */
  readonly providers: readonly string[];
  /** Null if this administrator can't read them. */
  readonly users: UserFacts | null;
}

interface UserFacts {
  readonly list: readonly FoundUser[];
  readonly hasMore: boolean;
}

/** A user; what wasn't looked up is missing. */
export interface FoundUser {
  readonly username: string;
  readonly hasEmail: boolean;
  readonly isVerified: boolean;
  readonly hasOneTimePassword: boolean;
  /** The types of the credentials. */
  readonly credentials?: readonly string[];
  /** Whether the user is linked to an identity provider. */
  readonly isLinked?: boolean;
}

/** What the files declare, as far as it matters here. */
export interface Declared {
  /** Fields of Keycloak's RealmRepresentation. */
  readonly settings: JsonObject;
  readonly clientIds: readonly string[];
  /** The client scopes that a Linkgate realm knows, including its API scopes, and Keycloak's own that no client keeps. */
  readonly scopes: readonly string[];
}

/** A kind of thing that stops working, and what it hits. */
export interface Loss {
  readonly id: keyof typeof LOSSES;
  readonly names: readonly string[];
  /** More may be affected: the realm is so large that not everything was looked at. */
  readonly atLeast: boolean;
}

const LOSSES = {
  'refresh-tokens':
    'clients that get no refresh tokens, nor the scope offline_access; users sign in again for a new access token',
  scopes:
    'client scopes that requests can’t name (invalid_scope), like any other than openid, profile, email, address and API scopes',
  'password-grant': 'clients with direct access grants, which are rejected',
  'implicit-flow': 'clients with the implicit flow, which is rejected',
  'device-grant': 'clients with the device authorization grant, which is rejected',
  ciba: 'clients with the CIBA grant, which is rejected',
  'token-exchange': 'clients with token exchange, which is rejected',
  'jwt-grant': 'clients with the JWT authorization grant, which is rejected',
  'service-accounts': 'service accounts: a request that names another scope is rejected',
  'pushed-requests': 'clients that require pushed authorization requests, which don’t exist',
  'client-authentication':
    'clients that authenticate by something else than a client secret, which is rejected',
  'other-protocols': 'SAML clients, which are rejected unless linkgate.allowed-protocols names saml',
  'roles-in-tokens':
    'clients that the files declare: roles leave their tokens, consent is asked for, and their scopes are replaced',
  'client-flows':
    'clients with a browser flow of their own: it stays, and is closed to links without the step',
  'browser-flow': 'browser flow that is replaced; with it passwords, second factors and passkeys',
  'identity-providers':
    'identity providers that the sign-in page doesn’t offer until the sign-in flow is their first login flow',
  organizations: 'organizations, whose members aren’t led to their identity provider',
  themes: 'themes that are replaced',
  switches: 'switches of the realm that are turned off',
  'one-time-passwords': 'users who sign in without their one-time password',
  passkeys: 'users whose passkey or security key isn’t asked for',
  'no-address': 'users without an email address, who can’t sign in',
  'unverified-accounts':
    'users whose address is unverified: their first link removes their credentials and links to identity providers',
  'users-unknown': 'users, whom this administrator can’t read',
} as const;

const NAMES_SHOWN = 5;

/** Everything that is affected; kinds that hit nothing are left out. A realm without applications and users loses nothing. */
export function lossesOf(
  { realm, clients, hasMoreClients, providers, users }: RealmFacts,
  declared: Declared,
): Loss[] {
  if (clients.length === 0 && users?.list.length === 0) return [];
  const enabled = clients.filter((client) => client.enabled !== false && client.bearerOnly !== true);
  const ofClients = Object.entries(CLIENT_RULES).map(([id, rule]) => ({
    id: id as Loss['id'],
    names: enabled.filter((client) => rule(client, declared)).map(({ clientId = '' }) => clientId),
    atLeast: hasMoreClients,
  }));
  const scopes = {
    id: 'scopes' as const,
    names: [...new Set(enabled.filter(isOpenIdConnect).flatMap(scopesOf))].filter(
      (scope) => !declared.scopes.includes(scope),
    ),
    atLeast: hasMoreClients,
  };
  const ofRealm = realmLosses(realm, providers, declared.settings);
  return [...ofClients, scopes, ...ofRealm, ...userLosses(users)].filter(({ names }) => names.length > 0);
}

type ClientRule = (client: ClientRepresentation, declared: Declared) => boolean;

const isOpenIdConnect = ({ protocol }: ClientRepresentation) =>
  (protocol ?? 'openid-connect') === 'openid-connect';
const scopesOf = ({ defaultClientScopes = [], optionalClientScopes = [] }: ClientRepresentation) => [
  ...defaultClientScopes,
  ...optionalClientScopes,
];

function hasAttribute(name: string, value = 'true'): ClientRule {
  return ({ attributes }) => (attributes as Record<string, unknown> | undefined)?.[name] === value;
}

const CLIENT_RULES: Partial<Record<Loss['id'], ClientRule>> = {
  'refresh-tokens': (client, declared) =>
    isOpenIdConnect(client) &&
    (client.standardFlowEnabled !== false || client.directAccessGrantsEnabled === true) &&
    !hasAttribute('use.refresh.tokens', 'false')(client, declared),
  'password-grant': ({ directAccessGrantsEnabled }) => directAccessGrantsEnabled === true,
  'implicit-flow': ({ implicitFlowEnabled }) => implicitFlowEnabled === true,
  'device-grant': hasAttribute('oauth2.device.authorization.grant.enabled'),
  ciba: hasAttribute('oidc.ciba.grant.enabled'),
  'token-exchange': hasAttribute('standard.token.exchange.enabled'),
  'jwt-grant': hasAttribute('oauth2.jwt.authorization.grant.enabled'),
  'service-accounts': ({ serviceAccountsEnabled }) => serviceAccountsEnabled === true,
  'pushed-requests': hasAttribute('require.pushed.authorization.requests'),
  'client-authentication': (client) =>
    isOpenIdConnect(client) &&
    client.publicClient !== true &&
    (client.clientAuthenticatorType ?? 'client-secret') !== 'client-secret',
  'other-protocols': (client) => !isOpenIdConnect(client),
  'roles-in-tokens': ({ clientId = '' }, { clientIds }) => clientIds.includes(clientId),
  'client-flows': ({ authenticationFlowBindingOverrides: flows }) => Boolean(flows?.browser),
};

/** The switches that users of the realm may rely on. */
const SWITCHES = ['registrationAllowed', 'resetPasswordAllowed', 'rememberMe', 'verifyEmail'] as const;
const THEMES = ['loginTheme', 'emailTheme'] as const;

function realmLosses(realm: RealmRepresentation, providers: readonly string[], settings: JsonObject): Loss[] {
  const { browserFlow = '' } = realm;
  const replaced = (name: (typeof THEMES)[number]) =>
    Boolean(realm[name]) && settings[name] !== undefined && settings[name] !== realm[name];
  const names: Partial<Record<Loss['id'], readonly string[]>> = {
    'browser-flow': browserFlow !== '' && browserFlow !== settings.browserFlow ? [browserFlow] : [],
    'identity-providers': providers,
    organizations: realm.organizationsEnabled === true ? ['organizationsEnabled'] : [],
    themes: THEMES.filter(replaced).map((name) => realm[name] ?? ''),
    switches: SWITCHES.filter((name) => realm[name] === true && settings[name] === false),
  };
  return Object.entries(names).map(([id, found]) => ({ id: id as Loss['id'], names: found, atLeast: false }));
}

const isPasskey = (type: string) => type.startsWith('webauthn');

function userLosses(users: UserFacts | null): Loss[] {
  if (users === null) return [{ id: 'users-unknown', names: ['all'], atLeast: false }];
  const { list, hasMore } = users;
  const loss = (id: Loss['id'], isHit: (user: FoundUser) => boolean, atLeast = hasMore): Loss => ({
    id,
    names: list.filter(isHit).map(({ username }) => username),
    atLeast,
  });
  const isUnknown = ({ credentials }: FoundUser) => credentials === undefined;
  return [
    loss('one-time-passwords', ({ hasOneTimePassword }) => hasOneTimePassword),
    loss('passkeys', ({ credentials = [] }) => credentials.some(isPasskey), hasMore || list.some(isUnknown)),
    loss('no-address', ({ hasEmail }) => !hasEmail),
    loss(
      'unverified-accounts',
      ({ hasEmail, isVerified, credentials = [], isLinked = false }) =>
        hasEmail && !isVerified && (credentials.length > 0 || isLinked),
      hasMore || list.some((user) => !user.isVerified && isUnknown(user)),
    ),
  ];
}

/** A line for each, with what to do instead. */
export function describeAdoption(realm: string, losses: readonly Loss[]): string[] {
  return [
    `${realm}: not a Linkgate realm yet. Once it is one, this stops working or changes:`,
    ...losses.map(({ id, names, atLeast }) => {
      const shown = [...names.slice(0, NAMES_SHOWN), ...(names.length > NAMES_SHOWN ? ['…'] : [])];
      return `  ${LOSSES[id]} (${atLeast ? 'at least ' : ''}${names.length}): ${shown.join(', ')}`;
    }),
    '  all users, who sign in by a link in an email, with a limit of requests for each IP address',
    `  To keep all of this, don't seed ${realm}: add "Linkgate: magic link step" to one of its flows (contract, section 10).`,
  ];
}
