/**
 * An import of 100,000 accounts: its requests, its memory, that it is continued after it was killed half-way, and names each line that it rejects.
 * Users then sign in by a link.
 */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { BATCH_SIZE } from '../../../scripts/import/batches.ts';
import { admin } from '../../support/admin.ts';
import { jsonOf, npmRun, npmStart } from '../../support/command.ts';
import { type CountingProxy, startCountingProxy } from '../../support/counting-proxy.ts';
import { emailsTo } from '../../support/email.ts';
import {
  type IdentityProvider,
  makeIdentityProvider,
  oidcProvider,
} from '../../support/identity-provider.ts';
import { workerPath } from '../../support/part.ts';
import {
  LINK,
  makeStepRealm,
  openAndConfirm,
  requestByStep,
  type StepRealm,
  signedInAs,
} from '../../support/step-realm.ts';

const ACCOUNTS = 100_000;
/** Every tenth account has one. */
const IDENTITIES = ACCOUNTS / 10;
const BATCHES = ACCOUNTS / BATCH_SIZE;
const MINUTES = 60_000;

let proxy: CountingProxy;
let realm: StepRealm;
let provider: IdentityProvider;
let file: string;
beforeAll(async () => {
  proxy = await startCountingProxy();
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
  provider = await makeIdentityProvider(oidcProvider(''), realm.name);
  file = workerPath('import-many.csv');
  await mkdir(path.dirname(file), { recursive: true });
  const stream = createWriteStream(file);
  stream.write('email,email_verified,id,first_name,last_name,identities\n');
  let line = 1;
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const [broken, reason] = index % EVERY === 0 ? (BROKEN[index / EVERY] ?? []) : [];
    if (broken !== undefined) {
      line += 1;
      rejected.push(`${line}: ${reason}`);
      stream.write(Buffer.from(`${broken}\n`, 'latin1'));
    }
    line += 1;
    const identities = index % 10 === 0 ? `${provider.alias}:${index}` : '';
    stream.write(`${emailOf(index)},${index % 2 === 0},id-${index},Ada,Imported,${identities}\n`);
  }
  stream.end();
  await finished(stream);
});
afterAll(async () => {
  await proxy?.close();
  await provider?.close();
  // So many accounts may take longer than a request; the server goes on.
  await realm?.remove().catch(() => {});
});

const emailOf = (index: number) => `user-${index}@many.example`;
/** The lines that are rejected, with their reasons, as they are written into the file. */
const rejected: string[] = [];
/** Each kind of them, in Latin 1, and the reason. One stands before each `EVERY`th user. */
const BROKEN: readonly (readonly [string, string])[] = [
  [',true,x,,,', 'it has no address'],
  ['nobody,true,x,,,', 'its address is invalid'],
  ['USER-0@many.example,true,x,,,', 'it has the address of line 3'],
  ['x@many.example,true,id-0,,,', 'it has the id of line 3'],
  ['x@many.example,true', 'it has 2 columns, not 6'],
  ['x@many.example,perhaps,x,,,', 'its verified flag is neither true nor false'],
  ['x@many.example,true,x,A\tda,,', 'its first name has a control character'],
  ['"x"@many.example,true,x,,,', 'text follows a closed quote'],
  ['x@many.example,true,x,\xe9,,', "it isn't UTF-8: save the file in that encoding"],
  [`x@many.example,true,x,${'x'.repeat(300)},,`, 'its first name is longer than 255 characters'],
  [`${'x'.repeat(2_000_000)},true,x,,,`, 'it is longer than 1,048,576 bytes'],
];
const EVERY = ACCOUNTS / 20;

/** What a run says with `--json`. */
interface Result {
  before: number;
  findings: { line: number; kind: string; text: string }[];
}

const imports = (requests: readonly string[]) =>
  requests.filter((one) => one.endsWith('/partialImport')).length;

test('makes one request for each batch and identity, before and after a kill', {
  timeout: 60 * MINUTES,
}, async () => {
  const { username, password } = inject('site').admin;
  const environment = {
    KEYCLOAK_ADMIN_USERNAME: username,
    KEYCLOAK_ADMIN_PASSWORD: password,
    NODE_OPTIONS: '--max-old-space-size=256',
  };
  const args = ['--from', 'csv', file, '--server', proxy.url, '--realm', realm.name, '--apply', '--json'];
  const count = async () => await (await admin()).users.count({ realm: realm.name });
  const running = npmStart('import', args, environment);
  const half = { timeout: 30 * MINUTES, interval: 1000 };
  await vi.waitFor(async () => expect(await count()).toBeGreaterThanOrEqual(ACCOUNTS / 2), half);
  running.kill();
  await running.ran;
  const first = proxy.take();
  const killed = await count();
  expect(killed).toBeLessThan(ACCOUNTS);
  // The server finishes the batch that was in flight.

  const result = jsonOf<Result>(await npmRun('import', args, environment));
  expect(result).toMatchObject({
    records: ACCOUNTS + BROKEN.length,
    accounts: ACCOUNTS - result.before,
    rejected: BROKEN.length,
    exists: 0,
  });
  expect([killed, killed + BATCH_SIZE]).toContain(result.before);
  const told = result.findings.filter(({ kind }) => kind === 'rejected');
  expect(told.map(({ line, text }) => `${line}: ${text}`)).toEqual(rejected);
  expect(await count()).toBe(ACCOUNTS);
  const second = proxy.take();
  const lookUps = [...first.reads, ...second.reads].filter((one) => one.includes('idpAlias=')).length;
  const pages = second.reads.filter((one) => /\/users\?.*first=/.test(one)).length;
  console.info({
    before: result.before,
    imports: [imports(first.writes), imports(second.writes)],
    lookUps,
    pages,
    reads: second.reads.length,
  });
  // The batch that was in flight may have been sent twice, and its identities looked for twice.
  expect(imports(first.writes) + imports(second.writes)).toBeGreaterThanOrEqual(BATCHES);
  expect(imports(first.writes) + imports(second.writes)).toBeLessThanOrEqual(BATCHES + 1);
  expect(lookUps).toBeGreaterThanOrEqual(IDENTITIES);
  expect(lookUps).toBeLessThanOrEqual(IDENTITIES + 2 * (BATCH_SIZE / 10));
  expect(pages).toBe(Math.floor(result.before / 1000) + 1);

  const client = await realm.makeClient([{ provider: LINK }]);
  for (const index of [0, ACCOUNTS / 2 + 1, ACCOUNTS - 1]) {
    const email = emailOf(index);
    expect(await emailsTo(email)).toEqual([]);
    const [user] = await (await admin()).users.find({ realm: realm.name, email, exact: true });
    const id = user?.id ?? '';
    const { link, agent } = await requestByStep(realm, client, { id, email, username: email, password: '' });
    const page = await openAndConfirm(link, agent);
    // Unverified ones have no name, so Keycloak asks for it.
    const named = { email, firstName: 'Own', lastName: 'Name' };
    const end = index % 2 === 0 ? page : await agent.submit(page, named);
    expect(await signedInAs(realm, client, end)).toBe(id);
  }
});
