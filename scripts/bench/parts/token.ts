/** Requests to the contract's paths with limits on, compared with Keycloak's own paths in a plain realm. */
import type { Finding } from '../finding.ts';
import { expectStatus, formBody } from '../load/http.ts';
import { OPENID_CONNECT, passwordSignIn, tokenForClient } from '../load/plain-realm.ts';
import { type RelyingParty, signIn } from '../load/sign-in.ts';
import { forwardedFor, type User } from '../load/users.ts';
import type { Part } from '../part.ts';
import { userWithPassword } from '../servers/realms.ts';
import type { BenchServer } from '../servers/server.ts';
import { comparePair, type Pair } from './pair.ts';

export const tokenPart: Part = async (context) => {
  const server = await context.warm();
  const findings: Finding[] = [];
  for (const pair of await pairs(server)) findings.push(await comparePair(context, server, pair));
  return findings;
};

async function pairs(server: BenchServer): Promise<Pair[]> {
  const { connections, linkgate, plain } = server;
  const ourToken = (await signIn(linkgate, server.nextUser())).accessToken;
  const plainToken = (await passwordSignIn(plain, userWithPassword(0))).accessToken;
  const [ours, theirs] = [linkgate.path, `${plain.path}${OPENID_CONNECT}`];
  const userinfo = (path: string, token: string) => async (user: User) => {
    const headers = { authorization: `Bearer ${token}`, ...forwardedFor(user) };
    expectStatus(await connections.send('GET', `${path}/userinfo`, { headers }), 200, path);
  };
  const introspect =
    (path: string, token: string, { client_id, client_secret }: Omit<RelyingParty, 'redirect_uri'>) =>
    async (user: User) => {
      const { headers, body } = formBody({ token, client_id, client_secret });
      const sent = { headers: { ...headers, ...forwardedFor(user) }, body };
      const { text } = expectStatus(await connections.send('POST', path, sent), 200, path);
      if (!text.includes('"active":true')) throw new Error(`${path}: the token isn't active`);
    };
  return [
    {
      row: 'token-rate',
      ours: (user) => tokenForClient(connections, `${ours}/token`, linkgate.service, user),
      plain: (user) => tokenForClient(connections, `${theirs}/token`, plain.client, user),
    },
    { row: 'userinfo-rate', ours: userinfo(ours, ourToken), plain: userinfo(theirs, plainToken) },
    {
      row: 'introspect-rate',
      ours: introspect(`${ours}/introspect`, ourToken, linkgate.client),
      plain: introspect(`${theirs}/token/introspect`, plainToken, plain.client),
    },
  ];
}
