/** Requests on Keycloak's own paths in a Linkgate realm with limits on, compared with a stock server's. */
import type { Finding } from '../finding.ts';
import { signIn } from '../load/sign-in.ts';
import { introspect, OPENID_CONNECT, passwordSignIn, tokenForClient, userinfo } from '../load/stock-realm.ts';
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
      ours: (user) => introspect(server.connections, `${ours}/token/introspect`, ourToken, ourClient, user),
      stock: (user) =>
        introspect(stock.connections, `${theirs}/token/introspect`, stockToken, stockRealm.client, user),
      contract: (user) => introspect(server.connections, `${contract}/introspect`, ourToken, ourClient, user),
    },
  ];
}
