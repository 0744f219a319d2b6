/** Requests on Keycloak's own paths in a Linkgate realm with limits on, compared with a stock server's. */
import type { Finding } from '../finding.ts';
import { type Connections, expectStatus, formBody } from '../load/http.ts';
import { type RelyingParty, signIn } from '../load/sign-in.ts';
import { OPENID_CONNECT, passwordSignIn, tokenForClient } from '../load/stock-realm.ts';
import { forwardedFor, type User } from '../load/users.ts';
import type { Part } from '../part.ts';
import { userWithPassword } from '../servers/realms.ts';
import type { BenchServer } from '../servers/server.ts';
import { comparePair, type Pair } from './pair.ts';

export const tokenPart: Part = async (context) => {
  const findings: Finding[] = [];
  for (const pair of await pairs(await context.warm(), await context.stock()))
    findings.push(await comparePair(context, pair));
  return findings;
};

async function pairs(server: BenchServer, stock: BenchServer): Promise<Pair[]> {
  const { linkgate } = server;
  const { stockRealm } = stock;
  const ourToken = (await signIn(linkgate, server.nextUser())).accessToken;
  const stockToken = (await passwordSignIn(stockRealm, userWithPassword(0))).accessToken;
  const contract = linkgate.path;
  const [ours, theirs] = [linkgate, stockRealm].map(({ path }) => `${path}${OPENID_CONNECT}`) as [
    string,
    string,
  ];
  const ourClient = linkgate.client;
  return [
    {
      row: 'token-rate',
      ours: (user) => tokenForClient(server.connections, `${ours}/token`, linkgate.service, user),
      stock: (user) => tokenForClient(stock.connections, `${theirs}/token`, stockRealm.client, user),
      contract: (user) => tokenForClient(server.connections, `${contract}/token`, linkgate.service, user),
    },
    {
      row: 'userinfo-rate',
      ours: (user) => userinfo(server.connections, `${ours}/userinfo`, ourToken, user),
      stock: (user) => userinfo(stock.connections, `${theirs}/userinfo`, stockToken, user),
      contract: (user) => userinfo(server.connections, `${contract}/userinfo`, ourToken, user),
    },
    {
      row: 'introspect-rate',
      ours: introspect(server.connections, `${ours}/token/introspect`, ourToken, ourClient),
      stock: introspect(stock.connections, `${theirs}/token/introspect`, stockToken, stockRealm.client),
      contract: introspect(server.connections, `${contract}/introspect`, ourToken, ourClient),
    },
  ];
}

async function userinfo(connections: Connections, path: string, token: string, user: User): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, ...forwardedFor(user) };
  expectStatus(await connections.send('GET', path, { headers }), 200, path);
}

function introspect(
  connections: Connections,
  path: string,
  token: string,
  { client_id, client_secret }: RelyingParty,
) {
  return async (user: User): Promise<void> => {
    const { headers, body } = formBody({ token, client_id, client_secret });
    const sent = { headers: { ...headers, ...forwardedFor(user) }, body };
    const { text } = expectStatus(await connections.send('POST', path, sent), 200, path);
    if (!text.includes('"active":true')) throw new Error(`${path}: the token isn't active`);
  };
}
