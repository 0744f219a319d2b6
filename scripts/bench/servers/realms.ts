/** The realms of a server under load: Linkgate's sample realm, and a stock realm for comparison. */

import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import type UserRepresentation from '@keycloak/keycloak-admin-client/lib/defs/userRepresentation.js';
import { keycloakAttributes } from '../../../provider-scripts/src/clients/refresh-tokens.ts';
import { CLIENT } from '../../../provider-scripts/src/realm/settings/table.ts';
import { seed } from '../../seed/seed.ts';
import { randomSecret, type Secrets } from '../../server/secrets.ts';
import { seedVariables } from '../../start/sample.ts';
import { SAMPLE_EMAIL } from '../../start/settings.ts';
import type { RelyingParty } from '../load/sign-in.ts';
import { PASSWORD } from '../load/stock-realm.ts';
import { type User, user } from '../load/users.ts';

export const LINKGATE_REALM = 'linkgate';
export const STOCK_REALM = 'plain';
/** No server listens there: codes are read from the redirect. */
const DEMO_PORT = 3000;
/** Few, because hashing a password takes a tenth of a second when its account is created. */
const USERS_WITH_PASSWORD = 32;
/** Few, because each import is one transaction, which must not take long on a busy machine. */
const IMPORTED_AT_ONCE = 100;
const HASHED_AT_ONCE = 4;
/** Lets the client introspect its own tokens. */
const OWN_AUDIENCE = {
  name: 'own audience',
  protocol: 'openid-connect',
  protocolMapper: 'oidc-audience-mapper',
  config: {
    'included.client.audience': 'yardstick',
    'access.token.claim': 'true',
    'id.token.claim': 'false',
  },
};

/** Creates the sample realm as `npm start` does, with its email sent to that port. Returns its client `demo-web`. */
export async function makeLinkgateRealm(
  serverUrl: string,
  admin: { username: string; password: string },
  secrets: Secrets,
  smtpPort: number,
): Promise<{ client: RelyingParty; service: Omit<RelyingParty, 'redirect_uri'> }> {
  const email = { ...SAMPLE_EMAIL, port: smtpPort };
  const variables = seedVariables(secrets, { demoPort: DEMO_PORT, email });
  await seed({ serverUrl, admin, variables, realms: [LINKGATE_REALM], apply: true });
  return {
    client: {
      client_id: 'demo-web',
      client_secret: secrets.DEMO_WEB_SECRET,
      redirect_uri: `http://localhost:${DEMO_PORT}/callback`,
    },
    service: { client_id: 'demo-service', client_secret: secrets.DEMO_SERVICE_SECRET },
  };
}

/**
 * Creates a realm with Keycloak's defaults, a client for all requests of the load, and users with passwords.
 * @param isCheap makes password hashing cost almost nothing, for parts that don't measure it
 */
export async function makeStockRealm(
  api: KeycloakAdminClient,
  { users = USERS_WITH_PASSWORD, isCheap = false }: { users?: number; isCheap?: boolean } = {},
): Promise<RelyingParty> {
  const realm = STOCK_REALM;
  const client = {
    client_id: 'yardstick',
    client_secret: randomSecret(),
    redirect_uri: `http://localhost:${DEMO_PORT}/callback`,
  };
  await api.realms.create({
    realm,
    enabled: true,
    ...(isCheap && { passwordPolicy: 'hashAlgorithm(pbkdf2-sha256) and hashIterations(1)' }),
    clients: [
      {
        clientId: client.client_id,
        secret: client.client_secret,
        redirectUris: [client.redirect_uri],
        serviceAccountsEnabled: true,
        protocolMappers: [OWN_AUDIENCE],
      },
    ],
  });
  const atOnce = isCheap ? IMPORTED_AT_ONCE : HASHED_AT_ONCE;
  await importAccounts(api, realm, { first: 0, last: users, atOnce }, (number) => ({
    ...account(user(number).email),
    firstName: 'Some',
    lastName: 'Body',
    credentials: [{ type: 'password', value: PASSWORD }],
  }));
  return client;
}

/** Creates a first-party client in the sample realm whose users stay signed in until their session ends. */
export async function makeStayingClient(api: KeycloakAdminClient): Promise<RelyingParty> {
  const realm = LINKGATE_REALM;
  const [{ id: _, protocolMappers: __, ...like } = {}] = await api.clients.find({
    realm,
    clientId: 'demo-web',
  });
  const client = {
    client_id: 'staying',
    client_secret: randomSecret(),
    redirect_uri: `http://localhost:${DEMO_PORT}/callback`,
  };
  await api.clients.create({
    realm,
    ...like,
    clientId: client.client_id,
    secret: client.client_secret,
    consentRequired: false,
    attributes: {
      ...like.attributes,
      [CLIENT.refreshTokens.name]: 'session',
      ...keycloakAttributes('session'),
    },
  });
  return client;
}

/** Makes refresh tokens of the stock realm work once, as those of every Linkgate realm. */
export async function rotateRefreshTokens(api: KeycloakAdminClient): Promise<void> {
  await api.realms.update({ realm: STOCK_REALM }, { revokeRefreshToken: true, refreshTokenMaxReuse: 0 });
}

/** The user with that number in a stock realm; numbers wrap around. */
export function userWithPassword(number: number): User {
  return user(number % USERS_WITH_PASSWORD);
}

/** Creates the users numbered from `first` up to, but not including, `last`, with the consents of the account `like`. */
export async function importUsers(
  api: KeycloakAdminClient,
  { like, ...range }: Range & { like: string },
): Promise<void> {
  const realm = LINKGATE_REALM;
  const [model] = await api.users.find({ realm, email: like, exact: true });
  const consents = await api.users.listConsents({ realm, id: model?.id ?? '' });
  const clientConsents = consents.map(({ clientId, grantedClientScopes }) => ({
    clientId: clientId ?? '',
    grantedClientScopes: grantedClientScopes ?? [],
  }));
  await importAccounts(api, realm, range, (number) => ({ ...account(user(number).email), clientConsents }));
}

interface Range {
  first: number;
  last: number;
  atOnce?: number;
}

async function importAccounts(
  api: KeycloakAdminClient,
  realm: string,
  { first, last, atOnce = IMPORTED_AT_ONCE }: Range,
  make: (number: number) => UserRepresentation,
): Promise<void> {
  for (let from = first; from < last; from += atOnce) {
    const length = Math.min(atOnce, last - from);
    const users = Array.from({ length }, (_, i) => make(from + i));
    await api.realms.partialImport({ realm, rep: { ifResourceExists: 'SKIP', users } });
  }
}

function account(email: string): UserRepresentation {
  return { username: email, email, emailVerified: true, enabled: true };
}
