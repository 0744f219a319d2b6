/** Renewed tokens in a realm with limits on, compared with Keycloak's own in a plain realm that rotates refresh tokens as well. */
import {
  cpuMillisEach,
  type Load,
  type LoadResult,
  measureLoad,
  perSecond,
  runLoad,
} from '../load/closed-loop.ts';
import { type Connections, formBody } from '../load/http.ts';
import { OPENID_CONNECT, passwordSignIn } from '../load/plain-realm.ts';
import { type RelyingParty, signIn, tokensFrom } from '../load/sign-in.ts';
import { forwardedFor } from '../load/users.ts';
import type { Part } from '../part.ts';
import { caller } from '../servers/loads.ts';
import { makeStayingClient, rotateRefreshTokens, userWithPassword } from '../servers/realms.ts';
import type { BenchServer } from '../servers/server.ts';
import { ratios } from '../statistics.ts';

const RENEWALS_PER_SIGN_IN = 3;

/** Where tokens are renewed, and a refresh token for each client of the load. */
interface Renewals {
  path: string;
  client: Omit<RelyingParty, 'redirect_uri'>;
  tokens: string[];
}

export const refreshPart: Part = async (context) => {
  const { rounds, signIns, clients } = context.options;
  const server = await context.warm();
  const load = (renewals: Renewals): Load => ({
    count: signIns * RENEWALS_PER_SIGN_IN,
    clients,
    work: (number) => renew(server.connections, renewals, number),
  });
  const [ours, plain] = [await inLinkgateRealm(server, clients), await inPlainRealm(server, clients)];
  const results: Record<'ours' | 'plain', LoadResult[]> = { ours: [], plain: [] };
  for (const renewals of [ours, plain, ours, plain]) await runLoad(load(renewals));
  for (let round = 1; round <= rounds; round += 1) {
    results.ours.push(await measureLoad(server.pid, load(ours)));
    results.plain.push(await measureLoad(server.pid, load(plain)));
  }
  const ratio = ratios(results.ours.map(perSecond), results.plain.map(perSecond));
  context.log(`refresh-rate: ${ratio.map((value) => value.toFixed(2)).join(', ')}`);
  return [
    {
      row: 'refresh-rate',
      rounds: ratio,
      beside: [
        { name: "at the contract's path", unit: '/s', values: results.ours.map(perSecond) },
        { name: 'in the plain realm', unit: '/s', values: results.plain.map(perSecond) },
        {
          name: "processor time at the contract's path",
          unit: 'ms',
          values: results.ours.map(cpuMillisEach),
        },
        { name: 'processor time in the plain realm', unit: 'ms', values: results.plain.map(cpuMillisEach) },
      ],
      notes: [
        `${clients} clients; refresh tokens rotate in both realms; limits are on and count every request.`,
      ],
    },
  ];
};

/** Uses a refresh token and keeps the next one; each is used by one client at a time. */
async function renew(
  connections: Connections,
  { path, client, tokens }: Renewals,
  number: number,
): Promise<void> {
  const { client_id, client_secret } = client;
  const token = tokens.shift() ?? '';
  const { headers, body } = formBody({
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id,
    client_secret,
  });
  const sent = { headers: { ...headers, ...forwardedFor(caller(number)) }, body };
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
