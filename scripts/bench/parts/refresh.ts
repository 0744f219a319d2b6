/** Renewed tokens in a realm with limits on, compared with Keycloak's own in a plain realm that rotates refresh tokens as well. */
import { type Connections, formBody } from '../load/http.ts';
import { OPENID_CONNECT, passwordSignIn } from '../load/plain-realm.ts';
import { type RelyingParty, signIn, tokensFrom } from '../load/sign-in.ts';
import { forwardedFor, type User } from '../load/users.ts';
import type { Part } from '../part.ts';
import { makeStayingClient, rotateRefreshTokens, userWithPassword } from '../servers/realms.ts';
import type { BenchServer } from '../servers/server.ts';
import { comparePair } from './pair.ts';

/** Where tokens are renewed, and a refresh token for each client of the load. */
interface Renewals {
  path: string;
  client: Omit<RelyingParty, 'redirect_uri'>;
  tokens: string[];
}

export const refreshPart: Part = async (context) => {
  const { clients } = context.options;
  const server = await context.warm();
  const [ours, plain] = [await inLinkgateRealm(server, clients), await inPlainRealm(server, clients)];
  const pair = {
    row: 'refresh-rate',
    ours: (user: User) => renew(server.connections, ours, user),
    plain: (user: User) => renew(server.connections, plain, user),
  } as const;
  return [await comparePair(context, server, pair)];
};

/** Uses a refresh token and keeps the next one; each is used by one client at a time. */
async function renew(
  connections: Connections,
  { path, client, tokens }: Renewals,
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
  return { path: `${server.linkgate.path}/token`, client, tokens };
}

async function inPlainRealm(server: BenchServer, count: number): Promise<Renewals> {
  await rotateRefreshTokens(await server.admin());
  const tokens: string[] = [];
  for (let number = 0; number < count; number += 1)
    tokens.push((await passwordSignIn(server.plain, userWithPassword(number))).refreshToken);
  return { path: `${server.plain.path}${OPENID_CONNECT}/token`, client: server.plain.client, tokens };
}
