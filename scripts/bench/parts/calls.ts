/** How often the script calls into Java: for a whole sign-in, and for requests on Keycloak's own paths; one at a time, warm. */
import { writeFile } from 'node:fs/promises';
import { localPath } from '../../server/local-folder.ts';
import { freePort } from '../../server/ports.ts';
import { byMethod, type CallsAt, countable, countCalls, totalOf } from '../calls.ts';
import type { Finding } from '../finding.ts';
import { signIn } from '../load/sign-in.ts';
import { introspect, OPENID_CONNECT, tokenForClient, userinfo } from '../load/stock-realm.ts';
import { user } from '../load/users.ts';
import type { Part } from '../part.ts';
import { caller } from '../servers/loads.ts';

/** Fills the caches: counts don't depend on compiled code. */
const WARM_UP = 3;
const LISTED = 20;
/** What Keycloak does at most once for each change: parses a template, reads a file of messages, merges a theme's messages with the realm's. */
const RENDERING = [
  'freemarker.template.Template#<init>',
  'org.keycloak.theme.PropertiesUtil#readCharsetAware',
  'org.keycloak.services.util.LocaleUtil#mergeGroupedMessages',
];

export const callsPart: Part = async (context) => {
  const port = await freePort();
  const server = await context.start('calls', { env: countable(port) });
  await server.makeLinkgateRealm(2);
  const { linkgate } = server;
  const { connections, client, service } = linkgate;
  const path = `${linkgate.path}${OPENID_CONNECT}`;
  const { accessToken } = await signIn(linkgate, user(1));
  const works = {
    'sign-in-calls': () => signIn(linkgate, user(1)),
    'credentials-calls': (number) => tokenForClient(connections, `${path}/token`, service, caller(number)),
    'userinfo-calls': (number) => userinfo(connections, `${path}/userinfo`, accessToken, caller(number)),
    'introspect-calls': (number) =>
      introspect(connections, `${path}/token/introspect`, accessToken, client, caller(number)),
  } as const satisfies Partial<Record<Finding['row'], (number: number) => Promise<unknown>>>;
  const findings: Finding[] = [];
  for (const row of Object.keys(works) as (keyof typeof works)[]) {
    for (let number = 0; number < WARM_UP; number += 1) await works[row](number);
    const counted: CallsAt[][] = [];
    const rendering: CallsAt[][] = [];
    for (let round = 1; round <= context.options.rounds; round += 1) {
      const { calls, others } = await countCalls(port, RENDERING, () => works[row](round));
      counted.push(calls);
      rendering.push(others);
    }
    const file = localPath('bench', `${row}.txt`);
    const methods = byMethod(counted[0] ?? []);
    await writeFile(file, methods.map(describe).join(''));
    context.log(`${row}: ${counted.map(totalOf).join(', ')}; by method and place in ${file}`);
    findings.push({
      row,
      rounds: counted.map(totalOf),
      beside: [],
      course: methods.slice(0, LISTED).map(({ method, count }) => ({
        name: `\`${method}\``,
        unit: '',
        values: [count],
      })),
      notes: ['Counted by a debugger; methods and constructors.'],
    });
    if (row === 'sign-in-calls')
      findings.push({
        row: 'sign-in-rendering',
        rounds: rendering.map(totalOf),
        beside: [],
        notes: [`The same, of ${RENDERING.map((method) => `\`${method}\``).join(', ')}.`],
      });
  }
  return findings;
};

function describe({ method, count, at }: ReturnType<typeof byMethod>[number]): string {
  return `${count} ${method}\n${at.map((one) => `  ${one.count} ${one.place}\n`).join('')}`;
}
