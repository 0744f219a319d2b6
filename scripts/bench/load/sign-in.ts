/** A whole sign-in over the API: a link is asked for, comes by mail, is opened, and its code becomes tokens. */
import { Failure } from '../../server/failure.ts';
import type { MailServer } from '../servers/mail-server.ts';
import { Browser, formAction } from './browser.ts';
import { type Connections, expectStatus, formBody } from './http.ts';
import { from, type Person } from './people.ts';

/** A client that people sign in to. */
export interface RelyingParty {
  client_id: string;
  client_secret: string;
  redirect_uri: string;
}

/** A realm of Linkgate's, and what the load needs to sign people in there. */
export interface LinkgateRealm {
  connections: Connections;
  origin: string;
  /** The path below the origin, such as `/realms/linkgate`. */
  path: string;
  client: RelyingParty;
  mail: MailServer;
}

/** Signs a person in; who hasn't consented yet does. */
export async function signIn(realm: LinkgateRealm, somebody: Person): Promise<void> {
  const { connections, origin, path, client, mail } = realm;
  const coming = mail.next(somebody.email);
  // Whatever else goes wrong is told instead.
  coming.catch(() => {});
  const asked = await connections.send('POST', `${path}/request-magic-link`, {
    headers: { 'content-type': 'application/json', ...from(somebody) },
    body: JSON.stringify({
      email: somebody.email,
      client_id: client.client_id,
      redirect_uri: client.redirect_uri,
      scope: 'openid email',
    }),
  });
  expectStatus(asked, 200, '/request-magic-link');
  const browser = new Browser(connections, origin, from(somebody));
  const opened = await browser.open('GET', await coming);
  const end =
    opened instanceof URL
      ? opened
      : await browser.open('POST', formAction(opened), formBody({ accept: 'Yes' }));
  await redeem(connections, `${path}/token`, client, somebody, end);
}

/** Exchanges the code that a sign-in ended with. */
export async function redeem(
  connections: Connections,
  path: string,
  client: RelyingParty,
  somebody: Person,
  end: Awaited<ReturnType<Browser['open']>>,
): Promise<void> {
  if (!(end instanceof URL)) throw new Failure(`no redirect to the client, but ${end.status}`);
  const code = end.searchParams.get('code');
  if (code === null) throw new Failure(`no code: ${end.searchParams}`);
  const { headers, ...sent } = formBody({ grant_type: 'authorization_code', code, ...client });
  const answer = await connections.send('POST', path, {
    headers: { ...headers, ...from(somebody) },
    ...sent,
  });
  expectStatus(answer, 200, path);
}
