/** Renewed tokens in a realm with limits on, compared with those of a stock server that rotates refresh tokens as well. */
import { type Connections, formBody } from '../load/http.ts';
import { type RelyingParty, signIn, tokensFrom } from '../load/sign-in.ts';
import { OPENID_CONNECT, passwordSignIn } from '../load/stock-realm.ts';
import { forwardedFor, type User } from '../load/users.ts';
import type { Part } from '../part.ts';
import { makeStayingClient, rotateRefreshTokens, userWithPassword } from '../servers/realms.ts';
import type { BenchServer } from '../servers/server.ts';
import { comparePair } from './pair.ts';

/** A refresh token for each client of the load. */
interface Renewals {
  client: Omit<RelyingParty, 'redirect_uri'>;
  tokens: string[];
}

export const refreshPart: Part = async (context) => {
  const { clients } = context.options;
  const [server, stock] = [await context.warm(), await context.stock()];
  const ours = await inLinkgateRealm(server, clients);
  const theirs = await inStockRealm(stock, clients);
  return [
    await comparePair(context, {
      row: 'refresh-rate',
      ours: (user) => renew(server.connections, ours, `${server.linkgate.path}${OPENID_CONNECT}/token`, user),
      stock: (user) =>
        renew(stock.connections, theirs, `${stock.stockRealm.path}${OPENID_CONNECT}/token`, user),
      contract: (user) => renew(server.connections, ours, `${server.linkgate.path}/token`, user),
    }),
  ];
};

/** Uses a refresh token and keeps the next one; each is used by one client at a time. */
async function renew(
  connections: Connections,
  { client, tokens }: Renewals,
  path: string,
  user: User,
): Promise<void> {
  const { client_id, client_secret } = client;
  const token = tokens.shift() ?? '';
  const { headers, body } = formBody({
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id,
    client_secret,
  });
  const sent = { headers: { ...headers, ...forwardedFor(user) }, body };
  const { refresh_token: next = token } = await tokensFrom(connections, path, sent).catch(
    (failure: unknown) => {
      tokens.push(token);
      throw failure;
    },
  );
  tokens.push(next);
}

async function inLinkgateRealm(server: BenchServer, count: number): Promise<Renewals> {
  const client = await makeStayingClient(await server.admin());
  const tokens: string[] = [];
  for (let number = 0; number < count; number += 1)
    tokens.push((await signIn({ ...server.linkgate, client }, server.nextUser())).refreshToken);
  return { client, tokens };
}

async function inStockRealm(server: BenchServer, count: number): Promise<Renewals> {
  await rotateRefreshTokens(await server.admin());
  const tokens: string[] = [];
  for (let number = 0; number < count; number += 1)
    tokens.push((await passwordSignIn(server.stockRealm, userWithPassword(number))).refreshToken);
  return { client: server.stockRealm.client, tokens };
}
