/** What Keycloak does by itself in a realm without Linkgate: the yardsticks. */
import { Failure } from '../../server/failure.ts';
import { Browser, formAction } from './browser.ts';
import { type Connections, expectStatus, formBody } from './http.ts';
import { from, type Person } from './people.ts';
import { type RelyingParty, redeem } from './sign-in.ts';

/** A plain realm and its one client. */
export interface PlainRealm {
  connections: Connections;
  origin: string;
  path: string;
  client: RelyingParty;
}

/** The password of everybody. */
export const PASSWORD = 'the same for everybody';

/** A token for the client itself, on Keycloak's own path: the benchmark's unit of processor time. */
export async function clientCredentials(realm: PlainRealm, somebody: Person): Promise<string> {
  return await tokenForClient(
    realm.connections,
    `${realm.path}/protocol/openid-connect/token`,
    realm.client,
    somebody,
  );
}

/** A token for a client itself, on any path. */
export async function tokenForClient(
  connections: Connections,
  path: string,
  { client_id, client_secret }: Omit<RelyingParty, 'redirect_uri'>,
  somebody: Person,
): Promise<string> {
  const { headers, ...sent } = formBody({ grant_type: 'client_credentials', client_id, client_secret });
  const answer = await connections.send('POST', path, {
    headers: { ...headers, ...from(somebody) },
    ...sent,
  });
  expectStatus(answer, 200, path);
  return (JSON.parse(answer.text) as { access_token: string }).access_token;
}

/** A sign-in with Keycloak's own password form, to the tokens. */
export async function passwordSignIn(realm: PlainRealm, somebody: Person): Promise<void> {
  const { connections, origin, path, client } = realm;
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: client.redirect_uri,
    response_type: 'code',
    scope: 'openid email',
  });
  const browser = new Browser(connections, origin, from(somebody));
  const page = await browser.open('GET', `${path}/protocol/openid-connect/auth?${query}`);
  if (page instanceof URL) throw new Failure(`no password form, but ${page}`);
  const fields = formBody({ username: somebody.email, password: PASSWORD });
  const end = await browser.open('POST', formAction(page), fields);
  await redeem(connections, `${path}/protocol/openid-connect/token`, client, somebody, end);
}
