/** Sign-ins and token requests in a stock realm, for comparison. */
import { Failure } from '../../failure.ts';
import { Browser, formAction } from './browser.ts';
import { type Connections, expectStatus, formBody } from './http.ts';
import { exchangeCode, type RelyingParty, type SignedIn, tokensFrom } from './sign-in.ts';
import { forwardedFor, type User } from './users.ts';

/** Keycloak's own paths below a realm's. */
export const OPENID_CONNECT = '/protocol/openid-connect';

/** A stock realm and its one client. */
export interface StockRealm {
  connections: Connections;
  origin: string;
  path: string;
  client: RelyingParty;
}

/** Every user's password. */
export const PASSWORD = 'the same for all users';

/** Requests a token with client credentials at Keycloak's own path: the benchmark's unit of processor time. */
export async function clientCredentials(realm: StockRealm, user: User): Promise<string> {
  const path = `${realm.path}${OPENID_CONNECT}/token`;
  return await tokenForClient(realm.connections, path, realm.client, user);
}

/** Requests a token with client credentials at any path. */
export async function tokenForClient(
  connections: Connections,
  path: string,
  { client_id, client_secret }: Omit<RelyingParty, 'redirect_uri'>,
  user: User,
): Promise<string> {
  const { headers, body } = formBody({ grant_type: 'client_credentials', client_id, client_secret });
  const sent = { headers: { ...headers, ...forwardedFor(user) }, body };
  return (await tokensFrom(connections, path, sent)).access_token;
}

/** Requests a user's claims at any path. */
export async function userinfo(
  connections: Connections,
  path: string,
  token: string,
  user: User,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, ...forwardedFor(user) };
  expectStatus(await connections.send('GET', path, { headers }), 200, path);
}

/** Introspects an active token at any path. */
export async function introspect(
  connections: Connections,
  path: string,
  token: string,
  { client_id, client_secret }: Omit<RelyingParty, 'redirect_uri'>,
  user: User,
): Promise<void> {
  const { headers, body } = formBody({ token, client_id, client_secret });
  const sent = { headers: { ...headers, ...forwardedFor(user) }, body };
  const { text } = expectStatus(await connections.send('POST', path, sent), 200, path);
  if (!text.includes('"active":true')) throw new Error(`${path}: the token isn't active`);
}

/** Signs a user in with Keycloak's own password form. */
export async function passwordSignIn(
  realm: StockRealm,
  user: User,
): Promise<Pick<SignedIn, 'accessToken' | 'refreshToken'>> {
  const { connections, origin, path, client } = realm;
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: client.redirect_uri,
    response_type: 'code',
    scope: 'openid email',
  });
  const browser = new Browser(connections, origin, forwardedFor(user));
  const page = await browser.open('GET', `${path}${OPENID_CONNECT}/auth?${query}`);
  if (page instanceof URL) throw new Failure(`no password form, but ${page}`);
  const fields = formBody({ username: user.email, password: PASSWORD });
  const end = await browser.open('POST', formAction(page), fields);
  return await exchangeCode(connections, `${path}${OPENID_CONNECT}/token`, client, user, end);
}
