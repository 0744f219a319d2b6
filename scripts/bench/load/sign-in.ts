/** A whole sign-in over the API: requests a link, receives it by email, opens it, and exchanges the code for tokens. */
import { Failure } from '../../failure.ts';
import { Browser, formAction } from './browser.ts';
import { type Connections, expectStatus, formBody } from './http.ts';
import type { MailServer } from './mail-server.ts';
import { forwardedFor, type User } from './users.ts';

/** A client that users sign in to. */
export interface RelyingParty {
  client_id: string;
  client_secret: string;
  redirect_uri: string;
}

/** A Linkgate realm, and what the load needs to sign users in. */
export interface LinkgateRealm {
  connections: Connections;
  origin: string;
  /** The path below the origin, such as `/realms/linkgate`. */
  path: string;
  client: RelyingParty;
  email: MailServer;
}

/** The result of a sign-in, and how long its steps took. */
export interface SignedIn {
  accessToken: string;
  /** Empty if the client gets none. */
  refreshToken: string;
  /** `/request-magic-link`, until the email has arrived. */
  requestedMillis: number;
  /** `/verify-email`, with consent where it was requested. */
  openedMillis: number;
  /** `/token` */
  redeemedMillis: number;
}

/** Signs a user in, giving consent if needed. */
export async function signIn(realm: LinkgateRealm, user: User): Promise<SignedIn> {
  const { connections, origin, path, client, email } = realm;
  const startedAt = performance.now();
  const nextLink = email.next(user.email);
  // If the request fails, its error is reported instead.
  nextLink.catch(() => {});
  const requested = await connections.send('POST', `${path}/request-magic-link`, {
    headers: { 'content-type': 'application/json', ...forwardedFor(user) },
    body: JSON.stringify({
      email: user.email,
      client_id: client.client_id,
      redirect_uri: client.redirect_uri,
      scope: 'openid email',
    }),
  });
  expectStatus(requested, 200, '/request-magic-link');
  const link = await nextLink;
  const linkReceivedAt = performance.now();
  const browser = new Browser(connections, origin, forwardedFor(user));
  const opened = await browser.open('GET', link);
  const end =
    opened instanceof URL
      ? opened
      : await browser.open('POST', formAction(opened), formBody({ accept: 'Yes' }));
  const codeReceivedAt = performance.now();
  const tokens = await exchangeCode(connections, `${path}/token`, client, user, end);
  return {
    ...tokens,
    requestedMillis: linkReceivedAt - startedAt,
    openedMillis: codeReceivedAt - linkReceivedAt,
    redeemedMillis: performance.now() - codeReceivedAt,
  };
}

/** Exchanges a sign-in's authorization code for tokens. */
export async function exchangeCode(
  connections: Connections,
  path: string,
  client: RelyingParty,
  user: User,
  end: Awaited<ReturnType<Browser['open']>>,
): Promise<Pick<SignedIn, 'accessToken' | 'refreshToken'>> {
  if (!(end instanceof URL)) throw new Failure(`no redirect to the client, but ${end.status}`);
  const code = end.searchParams.get('code');
  if (code === null) throw new Failure(`no code: ${end.searchParams}`);
  const { headers, body } = formBody({ grant_type: 'authorization_code', code, ...client });
  const sent = { headers: { ...headers, ...forwardedFor(user) }, body };
  const { access_token: accessToken, refresh_token: refreshToken = '' } = await tokensFrom(
    connections,
    path,
    sent,
  );
  return { accessToken, refreshToken };
}

/** Sends a token request. */
export async function tokensFrom(
  connections: Connections,
  path: string,
  sent: Parameters<Connections['send']>[2],
): Promise<{ access_token: string; refresh_token?: string }> {
  const response = expectStatus(await connections.send('POST', path, sent), 200, path);
  return JSON.parse(response.text) as { access_token: string; refresh_token?: string };
}
