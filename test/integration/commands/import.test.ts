/**
 * `npm run linkgate -- import`: files of each product become accounts in both kinds of realm, whose users then sign in by a link; what is wrong
 * in a file is named by its line, and a run that was killed is continued.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { EXIT_CODE } from '../../../scripts/cli/exit-code.ts';
import { IMPORTED_ID } from '../../../scripts/import/imported-id.ts';
import { admin, REALM } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { makeBackend } from '../../support/backend-links.ts';
import { jsonOf, npmRun, npmStart } from '../../support/command.ts';
import { type CountingProxy, startCountingProxy } from '../../support/counting-proxy.ts';
import { emailsTo, newAddress } from '../../support/email.ts';
import {
  type IdentityProvider,
  makeIdentityProvider,
  oidcProvider,
  sentTo,
  sentToSignIn,
} from '../../support/identity-provider.ts';
import {
  CREATED_MILLIS,
  EXPORT_FILES,
  type ExportedUser,
  type ExportFile,
  hasNoIdentities,
  warningsOf,
} from '../../support/import-files.ts';
import { workerPath } from '../../support/part.ts';
import { PATIENT } from '../../support/patience.ts';
import { exchange, signIn, submitConsent } from '../../support/sign-in.ts';
import {
  LINK,
  makeStepRealm,
  openAndConfirm,
  requestByStep,
  type StepRealm,
  signedInAs,
  startSignIn,
} from '../../support/step-realm.ts';

const { admin: account, clients } = inject('site');
const { web } = clients;
/** The names of Google in the products' files. */
const GOOGLE = ['google-oauth2', 'Google', 'google', 'google.com', 'oauth_google'];
const MILLIS = 300_000;

/** What a run says with `--json`. */
interface Result {
  applied: boolean;
  records: number;
  accounts: number;
  unverified: number;
  identities: number;
  before: number;
  verified: number;
  unproven: number;
  exists: number;
  rejected: number;
  warnings: string[];
  findings: { line: number; kind: string; text: string }[];
  more_findings: number;
  changes: unknown[];
}

let proxy: CountingProxy;
let stock: StepRealm;
let provider: IdentityProvider;
let stockProvider: IdentityProvider;
beforeAll(async () => {
  proxy = await startCountingProxy();
  // A realm with required actions, roles and groups for new users, into which nobody may sign themselves up.
  stock = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
    { registrationAllowed: false, verifyEmail: true },
  );
  provider = await makeIdentityProvider({
    ...oidcProvider(''),
    firstBrokerLoginFlowAlias: 'linkgate browser',
  });
  stockProvider = await makeIdentityProvider(oidcProvider(''), stock.name);
});
afterAll(async () => {
  await proxy?.close();
  await provider?.remove();
  await stockProvider?.remove();
  await stock?.remove();
});

const ADMINISTRATOR = {
  KEYCLOAK_ADMIN_USERNAME: account.username,
  KEYCLOAK_ADMIN_PASSWORD: account.password,
};

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const file = workerPath(`import-${name}`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

const argumentsOf = (from: string, file: string, realm: string) => {
  const { alias } = realm === REALM ? provider : stockProvider;
  const names = GOOGLE.flatMap((name) => ['--provider', `${name}=${alias}`]);
  return ['--from', from, file, ...names, '--server', proxy.url, '--realm', realm];
};

async function run(from: string, file: string, realm: string, ...more: string[]): Promise<Result> {
  const ran = await npmRun('import', [...argumentsOf(from, file, realm), '--json', ...more], ADMINISTRATOR);
  return { ...jsonOf<Result>(ran) };
}

const newUser = (isVerified: boolean, fields: Partial<ExportedUser> = {}): ExportedUser => ({
  id: randomBytes(8).toString('hex'),
  email: newAddress(),
  isVerified,
  first: 'Ada',
  last: 'Imported',
  ...fields,
});

/** The account of an address in a realm, with its identities at providers. */
async function stored(realm: string, email: string) {
  const { users } = await admin();
  const found = await users.find({ realm, email: email.toLowerCase(), exact: true });
  const [user] = found;
  expect(found).toHaveLength(1);
  const id = user?.id ?? '';
  return { id, user, identities: await users.listFederatedIdentities({ realm, id }) };
}

/** What owners of unverified accounts say their name is, as Keycloak asks who has none. */
const OWN_NAME = { firstName: 'Own', lastName: 'Name' };

const CSV = EXPORT_FILES.find(({ from }) => from === 'csv') as ExportFile;

test.each(EXPORT_FILES)(
  'users of $from ($name) sign in to a Linkgate realm by a link',
  { timeout: MILLIS },
  async (file) => {
    const users = [
      newUser(true, { google: randomBytes(8).toString('hex') }),
      newUser(false, { google: randomBytes(8).toString('hex') }),
    ];
    const [verified, unverified] = users as [ExportedUser, ExportedUser];
    const exported = await write(file.name, file.text(users));
    proxy.take();
    const shown = await run(file.from, exported, REALM);
    expect(proxy.take().writes).toEqual([]);
    expect(shown).toMatchObject({ applied: false, records: 2, accounts: 2, unverified: 1, rejected: 0 });
    expect(shown.warnings).toHaveLength(warningsOf(file));
    const applied = await run(file.from, exported, REALM, '--apply');
    expect({ ...applied, applied: false, changes: [] }).toEqual({ ...shown, changes: [] });

    const { user, identities } = await stored(REALM, verified.email);
    expect(user).toMatchObject({
      username: verified.email,
      emailVerified: true,
      enabled: true,
      firstName: 'Ada',
      lastName: 'Imported',
      ...(!hasNoIdentities(file) && { createdTimestamp: CREATED_MILLIS }),
      attributes: { [IMPORTED_ID]: [expect.stringContaining(file.from === 'auth0' ? '|' : verified.id)] },
    });
    expect(identities).toMatchObject(
      hasNoIdentities(file) ? [] : [{ identityProvider: provider.alias, userId: verified.google }],
    );
    const other = await stored(REALM, unverified.email);
    expect([other.user?.emailVerified, other.identities]).toEqual([false, []]);
    expect(other.user).not.toHaveProperty('firstName');
    expect(other.user?.attributes ?? {}).not.toHaveProperty([IMPORTED_ID]);
    for (const { email } of users) expect(await emailsTo(email)).toEqual([]);

    for (const { email } of users) {
      const { id } = await stored(REALM, email);
      expect(decodeJwt((await signIn(email, web)).id_token)).toMatchObject({ sub: id, email_verified: true });
    }
    expect(await run(file.from, exported, REALM, '--apply')).toMatchObject({
      accounts: 0,
      before: 2,
      changes: [],
    });
  },
);

describe('in a stock realm', () => {
  test('users sign in by a link, verified or not, and are as those that Keycloak creates', async () => {
    const api = await admin();
    const realm = { realm: stock.name };
    const group = await api.groups.create({ ...realm, name: 'customers' });
    await api.realms.addDefaultGroup({ ...realm, id: group.id });
    const users = [newUser(true, { google: 'stock-1' }), newUser(false, { google: 'stock-2' })];
    await run('csv', await write('stock.csv', CSV.text(users)), stock.name, '--apply');
    const client = await stock.makeClient([{ provider: LINK }]);
    const { id: usual } = await stock.makeUser();
    const rolesOf = async (id: string) =>
      (await api.users.listRealmRoleMappings({ ...realm, id })).map(({ name }) => name);
    const groupsOf = async (id: string) =>
      (await api.users.listGroups({ ...realm, id })).map(({ name }) => name);
    for (const { email } of users) {
      const { id } = await stored(stock.name, email);
      expect(await rolesOf(id)).toEqual(await rolesOf(usual));
      expect(await groupsOf(id)).toEqual(['customers']);
      expect(await emailsTo(email)).toEqual([]);
      const { link, agent } = await requestByStep(stock, client, {
        id,
        email,
        username: email,
        password: '',
      });
      const page = await openAndConfirm(link, agent);
      const isNamed = email === users[0]?.email;
      const end = isNamed ? page : await agent.submit(page, { email, ...OWN_NAME });
      expect(await signedInAs(stock, client, end)).toBe(id);
      const { user } = await stored(stock.name, email);
      expect(user).toMatchObject({ emailVerified: true, ...(!isNamed && OWN_NAME) });
      expect(user?.attributes?.[IMPORTED_ID] !== undefined).toBe(isNamed);
    }
  });

  test('users neither see nor change their former id', async () => {
    const profile = await (await admin()).users.getProfile({ realm: stock.name });
    expect(profile.attributes?.find(({ name }) => name === IMPORTED_ID)?.permissions).toEqual({
      view: ['admin'],
      edit: ['admin'],
    });
  });
});

test('a former id that users could write is rejected, or told of', async () => {
  const realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
  try {
    const api = (await admin()).users;
    const file = await write('writable.csv', CSV.text([newUser(true)]));
    const words = ['--from', 'csv', file, '--server', proxy.url, '--realm', realm.name, '--json', '--apply'];
    const profile = await api.getProfile({ realm: realm.name });
    const unmanagedAttributePolicy = 'ENABLED' as never;
    await api.updateProfile({ realm: realm.name, ...profile, unmanagedAttributePolicy });
    const forged = await realm.makeUser({ attributes: { [IMPORTED_ID]: ['7'] } });
    for (let round = 0; round < 2; round += 1) {
      const { warnings } = jsonOf<Result>(await npmRun('import', words, ADMINISTRATOR));
      const told = warnings.filter((one) => one.includes('that no import has given'));
      expect(told).toEqual([expect.stringContaining(`${forged.username} (${forged.id})`)]);
    }
    const declared = await api.getProfile({ realm: realm.name });
    await api.updateProfile({
      realm: realm.name,
      ...declared,
      attributes: (declared.attributes ?? []).map((attribute) =>
        attribute.name === IMPORTED_ID
          ? { ...attribute, permissions: { view: ['admin'], edit: ['admin', 'user'] } }
          : attribute,
      ),
    });
    const rejected = await npmRun('import', words, ADMINISTRATOR);
    expect([rejected.code, rejected.stderr]).toEqual([
      EXIT_CODE.failed,
      expect.stringContaining(`declares ${IMPORTED_ID} with other permissions`),
    ]);
  } finally {
    await realm.remove();
  }
});

describe('an identity', () => {
  test('of a verified account signs in to it', async () => {
    const user = newUser(true, { google: randomBytes(8).toString('hex') });
    await run('csv', await write('identity.csv', CSV.text([user])), REALM, '--apply');
    const { id } = await stored(REALM, user.email);
    const agent = new Agent();
    const claims = { sub: user.google ?? '', email: user.email };
    const back = await agent.open(provider.returnTo(await sentToSignIn(agent, provider), claims));
    const target = await submitConsent(agent, back);
    const response = await exchange(target.searchParams.get('code'), web);
    expect(decodeJwt(((await response.json()) as { id_token: string }).id_token).sub).toBe(id);
  });

  test('of an account that a stranger made for another’s address opens it in neither realm', async () => {
    const victim = newUser(false, { google: `mallory-${randomBytes(8).toString('hex')}` });
    const claims = { sub: victim.google ?? '', email: victim.email, idToken: { email: victim.email } };
    const file = await write('mallory.csv', CSV.text([victim]));
    for (const realm of [REALM, stock.name])
      expect(await run('csv', file, realm, '--apply')).toMatchObject({
        accounts: 1,
        unverified: 1,
        identities: 0,
      });

    const mallory = new Agent();
    const page = await mallory.open(provider.returnTo(await sentToSignIn(mallory, provider), claims));
    expect(page.headers.get('location')).toBe(null);
    expect(page.text).not.toContain('name="accept"');
    const { id } = await stored(REALM, victim.email);
    expect(await (await admin()).users.listSessions({ realm: REALM, id })).toEqual([]);
    const { id_token } = await signIn(victim.email, web, {
      emailNumber: (await emailsTo(victim.email)).length + 1,
    });
    expect(decodeJwt(id_token)).toMatchObject({ sub: id, email_verified: true });
    expect((await stored(REALM, victim.email)).identities).toEqual([]);

    const client = await stock.makeClient([{ provider: LINK }]);
    const stranger = new Agent();
    const start = await startSignIn(stock, client, stranger);
    const there = await sentTo(stranger, stock.baseUrl, start, stockProvider.alias);
    const asked = await stranger.open(stockProvider.returnTo(there, claims));
    expect(asked.headers.get('location') ?? '').not.toContain('code=');
    const inStock = await stored(stock.name, victim.email);
    expect(inStock.identities).toEqual([]);
    const user = { id: inStock.id, email: victim.email, username: victim.email, password: '' };
    const { link, agent } = await requestByStep(stock, client, user);
    const profile = await openAndConfirm(link, agent);
    const end = await agent.submit(profile, { email: victim.email, ...OWN_NAME });
    expect(await signedInAs(stock, client, end)).toBe(inStock.id);
    expect((await stored(stock.name, victim.email)).identities).toEqual([]);
  });
});

test('each line that isn’t imported as it is is named, and no other is lost', async () => {
  const [there, named, linked] = [newAddress(), newAddress(), `linked-${randomBytes(8).toString('hex')}`];
  const squatted = newAddress();
  await stock.makeUser({ email: there });
  await stock.makeUser({ email: squatted, emailVerified: false });
  await stock.makeUser({ username: named });
  const owner = await stock.makeUser();
  await (await admin()).users.addToFederatedIdentity({
    realm: stock.name,
    id: owner.id,
    federatedIdentityId: stockProvider.alias,
    federatedIdentity: { identityProvider: stockProvider.alias, userId: linked, userName: 'x' },
  });
  const [first, second, third] = [newAddress(), newAddress(), newAddress()];
  const twice = `twice-${randomBytes(8).toString('hex')}`;
  const lines: [string, string | null][] = [
    [`${first},true,1,google:${twice}`, null],
    [`${first.toUpperCase()},false,2,`, 'rejected: it has the address of line 2, which is verified'],
    [`${there.toUpperCase()},true,3,`, 'exists: its address has an account'],
    [`${squatted},true,12,`, 'unproven: its address has an account that nobody has proven'],
    [`${named},true,4,`, 'rejected: its address is the username of another account'],
    [`${second},true,5,google:${twice}`, `note: line 2 has its identity at ${stockProvider.alias}: left out`],
    [
      `${third},true,6,google:${linked}`,
      `note: another account of the realm has its identity at ${stockProvider.alias}: left out`,
    ],
    [`${newAddress()},true,1,`, 'rejected: it has the id of line 2'],
    [',true,8,', 'rejected: it has no address'],
    ['nobody,true,9,', 'rejected: its address is invalid'],
    [`${newAddress()},true`, 'rejected: it has 2 columns, not 4'],
    [
      `${newAddress()},true,11,github:1`,
      'note: its address was verified by github, whose word on addresses the realm doesn’t take: unverified',
    ],
  ];
  const text = ['email,email_verified,id,identities', ...lines.map(([line]) => line)].join('\n');
  const findings = lines.flatMap(([, finding], index) =>
    finding === null ? [] : [`${index + 2} ${finding}`],
  );
  const file = await write('bad.csv', text);
  const report = workerPath('import-report.csv');
  for (const more of [[], ['--apply']]) {
    const result = await run('csv', file, stock.name, '--report', report, ...more);
    const shown = result.findings.map(({ line, kind, text }) => `${line} ${kind}: ${text}`);
    expect(shown.sort()).toEqual([...findings].sort());
    expect(result).toMatchObject({
      ...{ records: 12, accounts: 4, exists: 1, unproven: 1, rejected: 6, identities: 1 },
    });
    expect(result.warnings).toHaveLength(3);
    expect((await readFile(report, 'utf8')).split('\n').length - 2).toBe(findings.length + 3);
  }
  expect((await stored(stock.name, first)).identities).toMatchObject([{ userId: twice }]);
  for (const email of [second, third]) expect((await stored(stock.name, email)).identities).toEqual([]);
  const again = await npmRun('import', [...argumentsOf('csv', file, stock.name), '--apply'], ADMINISTRATOR);
  expect([again.code, again.stdout]).toEqual([
    EXIT_CODE.failed,
    expect.stringContaining('4 accounts of an earlier run'),
  ]);
});

test('a file that can\u2019t be read to its end, or a report in its place, ends the run before anything is changed', async () => {
  const text = `${CSV.text([newUser(true)])}\n"${newAddress()},true\n`;
  const file = await write('open.csv', text);
  const words = [...argumentsOf('csv', file, stock.name), '--apply'];
  proxy.take();
  for (const [more, told] of [
    [[], 'line 3: a quote in it is never closed'],
    [['--report', file], "the file is there, and isn't a report"],
    [['--report', path.dirname(file)], '--report: '],
  ] as const) {
    const ran = await npmRun('import', [...words, ...more], ADMINISTRATOR);
    expect([ran.code, ran.stdout]).toEqual([EXIT_CODE.failed, '']);
    expect(ran.stderr).toContain(told);
  }
  expect(proxy.take().writes).toEqual([]);
  expect(await readFile(file, 'utf8')).toBe(text);
});

test('with --unverified every address has yet to be proven, whatever the file says', async () => {
  const user = newUser(true, { google: randomBytes(8).toString('hex') });
  const file = await write('unverified.csv', CSV.text([user]));
  const result = await run('csv', file, stock.name, '--unverified', '--apply');
  expect(result).toMatchObject({ accounts: 1, unverified: 1, identities: 0 });
  const { user: made, identities } = await stored(stock.name, user.email);
  expect([made?.emailVerified, made?.firstName, identities]).toEqual([false, undefined, []]);
});

describe('an account whose address is verified in a later file only', () => {
  const both = async (google: string) => {
    const user = newUser(false, { google });
    const since = { ...user, isVerified: true };
    await run('csv', await write('before.csv', CSV.text([user])), stock.name, '--apply');
    return { email: user.email, id: user.id, file: await write('since.csv', CSV.text([since])) };
  };

  test('is marked as verified, with what it lacked, and signs in by a link', async () => {
    const google = randomBytes(8).toString('hex');
    const { email, id: formerId, file } = await both(google);
    const { id } = await stored(stock.name, email);
    proxy.take();
    expect(await run('csv', file, stock.name)).toMatchObject({ verified: 1, accounts: 0, exists: 0 });
    expect(proxy.take().writes).toEqual([]);
    expect(await run('csv', file, stock.name, '--apply')).toMatchObject({ verified: 1, identities: 1 });
    const { user, identities } = await stored(stock.name, email);
    expect(user).toMatchObject({
      id,
      emailVerified: true,
      firstName: 'Ada',
      attributes: { [IMPORTED_ID]: [formerId] },
    });
    expect(identities).toMatchObject([{ identityProvider: stockProvider.alias, userId: google }]);
    expect(await run('csv', file, stock.name, '--apply')).toMatchObject({ verified: 0, before: 1 });
    expect(await emailsTo(email)).toEqual([]);
    const client = await stock.makeClient([{ provider: LINK }]);
    const { link, agent } = await requestByStep(stock, client, { id, email, username: email, password: '' });
    expect(await signedInAs(stock, client, await openAndConfirm(link, agent))).toBe(id);
  });

  test('is left to an administrator if a stranger has a password or an identity there', async () => {
    const api = (await admin()).users;
    for (const has of ['password', 'identity']) {
      const { email, file } = await both(randomBytes(8).toString('hex'));
      const { id } = await stored(stock.name, email);
      const realm = { realm: stock.name, id };
      if (has === 'password')
        await api.resetPassword({
          ...realm,
          credential: { type: 'password', value: 'Mallory-1234', temporary: false },
        });
      else
        await api.addToFederatedIdentity({
          ...realm,
          federatedIdentityId: stockProvider.alias,
          federatedIdentity: {
            identityProvider: stockProvider.alias,
            userId: 'mallory',
            userName: 'mallory',
          },
        });
      expect(await run('csv', file, stock.name, '--apply')).toMatchObject({
        verified: 0,
        exists: 1,
        findings: [{ line: 2, kind: 'exists', text: expect.stringContaining('look who has it') }],
      });
      expect((await stored(stock.name, email)).user).toMatchObject({ emailVerified: false });
    }
  });
});

test('a run that was killed is continued, and nothing is created twice', { timeout: MILLIS }, async () => {
  const realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
  try {
    const domain = `${randomBytes(6).toString('hex')}.example`;
    const rows = Array.from(
      { length: 1500 },
      (_, index) => `user-${index}@${domain},${index % 2 === 0},${index}`,
    );
    const file = await write('killed.csv', ['email,email_verified,id', ...rows].join('\n'));
    const args = ['--from', 'csv', file, '--server', proxy.url, '--realm', realm.name, '--apply', '--json'];
    const count = async () => await (await admin()).users.count({ realm: realm.name });
    proxy.take();
    const running = npmStart('import', args, ADMINISTRATOR);
    await vi.waitFor(async () => expect(await count()).toBeGreaterThanOrEqual(300), {
      ...PATIENT,
      interval: 20,
    });
    running.kill();
    expect((await running.ran).code).toBe(null);
    const killed = await count();
    expect(killed).toBeLessThan(1500);
    const continued = jsonOf<Result>(await npmRun('import', args, ADMINISTRATOR));
    expect(await count()).toBe(1500);
    expect(continued.accounts + continued.before).toBe(1500);
    expect(continued.before).toBeGreaterThanOrEqual(300);
    expect(continued).toMatchObject({ exists: 0, rejected: 0 });
    proxy.take();
    expect(jsonOf<Result>(await npmRun('import', args, ADMINISTRATOR))).toMatchObject({
      accounts: 0,
      before: 1500,
    });
    expect(proxy.take().writes).toEqual([]);
    const client = await realm.makeClient([{ provider: LINK }]);
    for (const email of [`user-0@${domain}`, `user-1499@${domain}`]) {
      const { id, user } = await stored(realm.name, email);
      await (await admin()).users.update(
        { realm: realm.name, id },
        { ...user, firstName: 'Ada', lastName: 'User' },
      );
      const { link, agent } = await requestByStep(realm, client, {
        id,
        email,
        username: email,
        password: '',
      });
      expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(id);
    }
  } finally {
    await realm.remove();
  }
});

test('an account that the server doesn’t take is named, and the others of its batch are created', async () => {
  const api = await admin();
  const taken = newUser(true);
  // Its id is that of an account of another realm: Keycloak’s ids are unique on a server.
  const file = await write('rejected.csv', CSV.text([newUser(true), taken, newUser(true)]));
  await run('csv', file, stock.name, '--apply');
  const { id } = await stored(stock.name, taken.email);
  await api.users.del({ realm: stock.name, id });
  await api.realms.partialImport({
    realm: REALM,
    rep: { ifResourceExists: 'FAIL', users: [{ id, username: newAddress(), enabled: true }] },
  });
  try {
    const more = await write('rejected.csv', CSV.text([newUser(true), taken, newUser(true)]));
    expect(await run('csv', more, stock.name, '--apply')).toMatchObject({
      accounts: 2,
      rejected: 1,
      findings: [{ line: 3, kind: 'rejected', text: expect.stringMatching(/^the server responded \d+$/) }],
    });
  } finally {
    await api.users.del({ realm: REALM, id });
  }
});

test.each([
  [['view-realm', 'view-users'], false, 'view-identity-providers'],
  [['view-realm', 'view-identity-providers'], false, 'view-users'],
  [['view-realm', 'view-users', 'view-identity-providers'], true, 'manage-realm'],
] as const)('with the roles %j, apply %s, it says that %s is missing', async (roles, apply, missing) => {
  const backend = await makeBackend(roles);
  const file = await write('roles.csv', CSV.text([newUser(true)]));
  const words = [
    '--from',
    'csv',
    file,
    '--server',
    proxy.url,
    '--realm',
    REALM,
    ...(apply ? ['--apply'] : []),
  ];
  try {
    const ran = await npmRun('import', words, {
      KEYCLOAK_ADMIN_REALM: REALM,
      KEYCLOAK_ADMIN_CLIENT_ID: backend.clientId,
      KEYCLOAK_ADMIN_CLIENT_SECRET: backend.secret,
    });
    expect([ran.code, ran.stdout]).toEqual([EXIT_CODE.failed, '']);
    expect(ran.stderr).toContain(`these credentials lack the role ${missing}`);
  } finally {
    await backend.remove();
  }
});
