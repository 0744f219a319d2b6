/** Requests to the contract's paths with limits on, compared with Keycloak's own paths in a plain realm. */
import type { Finding } from '../finding.ts';
import {
  cpuMillisEach,
  type Load,
  type LoadResult,
  measureLoad,
  perSecond,
  runLoad,
} from '../load/closed-loop.ts';
import { expectStatus, formBody } from '../load/http.ts';
import { OPENID_CONNECT, passwordSignIn, tokenForClient } from '../load/plain-realm.ts';
import { type RelyingParty, signIn } from '../load/sign-in.ts';
import { forwardedFor, type User } from '../load/users.ts';
import type { Part } from '../part.ts';
import type { RowName } from '../rows.ts';
import { caller } from '../servers/loads.ts';
import { userWithPassword } from '../servers/realms.ts';
import type { BenchServer } from '../servers/server.ts';
import { ratios } from '../statistics.ts';

const CALLS_PER_SIGN_IN = 3;

/** The same kind of request in both realms. */
interface Pair {
  row: RowName;
  ours: (user: User) => Promise<unknown>;
  plain: (user: User) => Promise<unknown>;
}

export const tokenPart: Part = async (context) => {
  const { rounds, signIns, clients } = context.options;
  const server = await context.warm();
  const load = (call: Pair['ours']): Load => ({
    count: signIns * CALLS_PER_SIGN_IN,
    clients,
    work: (number) => call(caller(number)),
  });
  const findings: Finding[] = [];
  for (const { row, ours, plain } of await pairs(server)) {
    const results: Record<'ours' | 'plain', LoadResult[]> = { ours: [], plain: [] };
    for (const call of [ours, plain, ours, plain]) await runLoad(load(call));
    for (let round = 1; round <= rounds; round += 1) {
      results.ours.push(await measureLoad(server.pid, load(ours)));
      results.plain.push(await measureLoad(server.pid, load(plain)));
    }
    const ratio = ratios(results.ours.map(perSecond), results.plain.map(perSecond));
    context.log(`${row}: ${ratio.map((value) => value.toFixed(2)).join(', ')}`);
    findings.push({
      row,
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
      notes: [`${clients} clients; limits are on and count every request.`],
    });
  }
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
