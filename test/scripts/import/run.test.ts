/** A run against a realm that is only a map: what it requests, and what it makes of each user. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { NetworkError } from '@keycloak/keycloak-admin-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RealmAdmin } from '../../../scripts/admin/connect.ts';
import { Failure } from '../../../scripts/failure.ts';
import type { Product } from '../../../scripts/import/formats/index.ts';
import { readImportRealm } from '../../../scripts/import/realm.ts';
import { Report } from '../../../scripts/import/report.ts';
import { runImport } from '../../../scripts/import/run.ts';
import { survey } from '../../../scripts/import/survey.ts';

interface User {
  id: string;
  username: string;
  email?: string;
  federatedIdentities?: { identityProvider: string; userId: string }[];
  [field: string]: unknown;
}

/** The realm, and the requests to it. */
class FakeRealm {
  readonly users = new Map<string, User>();
  /** The ids at a provider that accounts have. */
  readonly linked = new Set<string>();
  readonly requests = { imports: 0, lookUps: 0, pages: 0 };
  /** The others. */
  readonly #others: string[] = [];
  /** What accounts have, by the name of what lists it. */
  readonly has = new Map<string, readonly object[]>();
  /** Makes an import of these users fail. */
  rejects: (users: readonly User[]) => number | undefined = () => undefined;

  get admin(): RealmAdmin {
    const client = {
      realms: {
        findOne: async () => ({
          id: 'realm-id',
          defaultRole: { name: 'default-roles-acme' },
          defaultGroups: ['/customers'],
        }),
        partialImport: async ({ rep }: { rep: { users: User[] } }) => this.#import(rep.users),
      },
      authenticationManagement: {
        getRequiredActions: async () => [
          { alias: 'TERMS', enabled: true, defaultAction: true },
          { alias: 'UPDATE_PASSWORD', enabled: true, defaultAction: false },
          { alias: 'UPDATE_PROFILE', enabled: false, defaultAction: true },
        ],
      },
      identityProviders: {
        find: async () => [
          { alias: 'google', providerId: 'google', trustEmail: true },
          { alias: 'github', providerId: 'github', trustEmail: true },
          { alias: 'acme', providerId: 'saml', trustEmail: true },
          { alias: 'evil', providerId: 'saml', trustEmail: false },
        ],
      },
      users: {
        find: async (query: { first?: number; max?: number; idpUserId?: string }) => {
          if (query.idpUserId !== undefined) {
            this.requests.lookUps += 1;
            return this.linked.has(query.idpUserId) ? [{ id: 'linked' }] : [];
          }
          this.requests.pages += 1;
          return [...this.users.values()].slice(query.first ?? 0, (query.first ?? 0) + (query.max ?? 0));
        },
        ...Object.fromEntries(
          ['getCredentials', 'listSessions', 'listConsents', 'listFederatedIdentities'].map((name) => [
            name,
            async ({ id }: { id: string }) => {
              this.#others.push(name);
              const linked = this.#byId(id)?.federatedIdentities ?? [];
              return name === 'listFederatedIdentities' ? linked : (this.has.get(name) ?? []);
            },
          ]),
        ),
        findOne: async ({ id }: { id: string }) => {
          this.#others.push('findOne');
          return this.#byId(id);
        },
        update: async ({ id }: { id: string }, user: User) => {
          this.#others.push('update');
          Object.assign(this.#byId(id) ?? {}, user);
        },
        addToFederatedIdentity: async (link: {
          id: string;
          federatedIdentity: { identityProvider: string; userId: string };
        }) => {
          this.#others.push('addToFederatedIdentity');
          const user = this.#byId(link.id);
          if (user !== undefined)
            user.federatedIdentities = [...(user.federatedIdentities ?? []), link.federatedIdentity];
        },
      },
    };
    return { client: client as never, realm: 'acme' };
  }

  /** Its other requests since the last call. */
  takeOthers(): string[] {
    return this.#others.splice(0);
  }

  #byId(id: string): User | undefined {
    return [...this.users.values()].find((user) => user.id === id);
  }

  #import(users: readonly User[]) {
    this.requests.imports += 1;
    const status = this.rejects(users);
    if (status !== undefined)
      throw new NetworkError('no', {
        response: { status, url: 'https://id.example/admin' } as Response,
        responseData: {},
      });
    const results = users.map((user) => {
      const isThere = this.users.has(user.username);
      if (!isThere) this.users.set(user.username, user);
      for (const { userId } of user.federatedIdentities ?? []) this.linked.add(userId);
      return { action: isThere ? 'SKIPPED' : 'ADDED', resourceName: user.username };
    });
    return { results };
  }
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'import-'));
});
afterAll(async () => rm(folder, { recursive: true }));

async function run(
  realm: FakeRealm,
  lines: readonly string[] | string,
  apply = true,
  product: Product = 'csv',
  trusted: readonly string[] = [],
  isIdDoubtful = false,
): Promise<Report> {
  const file = typeof lines === 'string' ? lines : path.join(folder, 'users.csv');
  if (typeof lines !== 'string')
    await writeFile(file, ['email,email_verified,id,identities', ...lines].join('\n'));
  const report = await Report.begin(undefined);
  const users = { product, file, isUnverified: false };
  const facts = await readImportRealm(realm.admin, { aliases: new Map(), trusted });
  await runImport(realm.admin, facts, { ...users, apply, isIdDoubtful }, await survey(users, facts), report);
  return report;
}

const findings = (report: Report) =>
  (report.result as { findings: { line: number; kind: string; text: string }[] }).findings.map(
    ({ line, kind, text }) => `${line} ${kind}: ${text}`,
  );

describe('an account', () => {
  test('has what Keycloak gives a new user, and nothing is sent without --apply', async () => {
    const realm = new FakeRealm();
    expect((await run(realm, ['a@example.com,true,7,google:117'], false)).counted('accounts')).toBe(1);
    expect(realm.requests.imports).toBe(0);
    await run(realm, ['a@example.com,true,7,google:117']);
    expect(realm.users.get('a@example.com')).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      username: 'a@example.com',
      email: 'a@example.com',
      emailVerified: true,
      enabled: true,
      attributes: { 'linkgate.imported-id': ['7'] },
      realmRoles: ['default-roles-acme'],
      groups: ['/customers'],
      requiredActions: ['TERMS'],
      federatedIdentities: [{ identityProvider: 'google', userId: '117', userName: '117' }],
    });
  });

  test('of an earlier run is left as it is, also with another address', async () => {
    const realm = new FakeRealm();
    await run(realm, ['a@example.com,true,1,', 'b@example.com,true,2,']);
    const report = await run(realm, [
      'A@Example.com,true,1,',
      'c@example.com,true,2,',
      'd@example.com,true,3,',
    ]);
    expect([report.counted('before'), report.counted('accounts')]).toEqual([1, 1]);
    expect(findings(report)).toEqual(['3 exists: its account of an earlier run has another address']);
    expect([...realm.users.keys()]).toEqual(['a@example.com', 'b@example.com', 'd@example.com']);
  });

  const ADDRESS = 'a@example.com';
  const UNPROVEN = 'its address has an account that nobody has proven';
  const HAS = 'its address has an account';
  const LEFT = [
    ['proven', { email: ADDRESS, emailVerified: true }, 'exists', HAS],
    ['proven and disabled', { email: ADDRESS, emailVerified: true, enabled: false }, 'exists', HAS],
    ['unproven', { email: ADDRESS, emailVerified: false }, 'unproven', UNPROVEN],
    ['unproven, said by nothing', { email: ADDRESS }, 'unproven', UNPROVEN],
    [
      'unproven with a password',
      { email: ADDRESS, emailVerified: false, credentials: [{ type: 'password' }] },
      'unproven',
      UNPROVEN,
    ],
    [
      'unproven with an identity',
      {
        email: ADDRESS,
        emailVerified: false,
        federatedIdentities: [{ identityProvider: 'evil', userId: '666' }],
      },
      'unproven',
      UNPROVEN,
    ],
    ['unproven and disabled', { email: ADDRESS, emailVerified: false, enabled: false }, 'unproven', UNPROVEN],
    ['by username only', { username: ADDRESS, emailVerified: false }, 'unproven', UNPROVEN],
    ['by username only, proven', { username: ADDRESS, emailVerified: true }, 'exists', HAS],
    [
      'by the username of an account with another address',
      { username: ADDRESS, email: 'other@example.com', emailVerified: true },
      'rejected',
      'its address is the username of another account',
    ],
  ] as const;

  test.each(LEFT)('of another user is left as it is, and told: %s', async (_, fields, kind, text) => {
    const other = { id: 'x', username: 'other', ...fields };
    const realm = new FakeRealm();
    realm.users.set(other.username, other as User);
    const was = structuredClone(other);
    const report = await run(realm, [`${ADDRESS},true,1,`]);
    expect(findings(report)).toEqual([`2 ${kind}: ${text}`]);
    expect([...realm.users.values()]).toEqual([was]);
    expect(report.counted(kind)).toBe(1);
    const isWarned = report.text(true).includes('WARNING: 1 verified user has an address with an account');
    expect(isWarned).toBe(kind === 'unproven');
    const [unverified] = findings(await run(realm, [`${ADDRESS},false,1,`]));
    expect(unverified).toBe(`2 ${kind === 'unproven' ? `exists: ${HAS}` : `${kind}: ${text}`}`);
  });

  test('that is proven counts, in whatever order accounts with one address are', async () => {
    for (const proven of [0, 1]) {
      const realm = new FakeRealm();
      for (const index of [0, 1])
        realm.users.set(`${index}`, {
          id: `${index}`,
          username: index === 0 ? ADDRESS : 'other',
          ...(index === 1 && { email: ADDRESS }),
          emailVerified: index === proven,
        });
      expect(findings(await run(realm, [`${ADDRESS},true,1,`]))).toEqual([`2 exists: ${HAS}`]);
    }
  });

  test('that appeared since the realm was read is left as it is', async () => {
    const realm = new FakeRealm();
    realm.rejects = () => {
      realm.users.set('a@example.com', { id: 'other', username: 'a@example.com' });
      return undefined;
    };
    const report = await run(realm, ['a@example.com,true,1,', 'b@example.com,true,2,']);
    expect(findings(report)).toEqual(['2 exists: its address has an account since then']);
    expect(report.counted('accounts')).toBe(1);
  });

  test.each([
    ['B\u00fccher@b\u00fccher.example', 'b\u00fccher@xn--bcher-kva.example,true,1,'],
    ['user', 'other@example.com,true,1,'],
  ])('of a realm that has %j is told apart by its address', async (email, line) => {
    const realm = new FakeRealm();
    const proven = { email, emailVerified: true };
    realm.users.set('user', { id: 'x', username: 'user', ...(email.includes('@') && proven) });
    expect((await run(realm, [line])).counted('exists')).toBe(email.includes('@') ? 1 : 0);
  });

  test('whose address is another account’s username is rejected', async () => {
    const realm = new FakeRealm();
    realm.users.set('x', { id: 'x', username: 'A@example.com', email: 'other@example.com' });
    expect(findings(await run(realm, ['a@example.com,true,1,']))).toEqual([
      '2 rejected: its address is the username of another account',
    ]);
  });
});

describe('an account of an earlier run, unverified then and verified in the file now,', () => {
  const BEFORE = ['a@example.com,false,1,google:117'];
  const SINCE = ['a@example.com,true,1,google:117'];
  const imported = async (then: (realm: FakeRealm, user: User) => void = () => {}) => {
    const realm = new FakeRealm();
    await run(realm, BEFORE);
    const user = realm.users.get('a@example.com') as User;
    then(realm, user);
    return { realm, user, was: structuredClone(user) };
  };

  test('is marked as verified, and gets name, former id and identities', async () => {
    const file = path.join(folder, 'since.csv');
    const { realm, user, was } = await imported();
    await writeFile(
      file,
      'email,email_verified,id,first_name,identities\na@example.com,true,1,Ada,google:117\n',
    );
    const dry = await run(realm, file, false);
    expect([user, dry.counted('verified')]).toEqual([was, 1]);
    expect(realm.takeOthers()).not.toContain('update');
    const report = await run(realm, file);
    expect(user).toMatchObject({
      emailVerified: true,
      firstName: 'Ada',
      attributes: { 'linkgate.imported-id': ['1'] },
      federatedIdentities: [{ identityProvider: 'google', userId: '117', userName: '117' }],
    });
    expect(findings(report)).toEqual([]);
    expect(report.text(true)).toContain('1 account of an earlier run marked as verified since');
    expect(realm.takeOthers()).toHaveLength(8);
    expect((await run(realm, file)).counted('before')).toBe(1);
    expect(realm.takeOthers()).toEqual([]);
    expect(realm.requests.imports).toBe(1);
  });

  test('keeps what administrators have added', async () => {
    const { realm, user } = await imported((_, account) => {
      Object.assign(account, {
        firstName: 'Known',
        attributes: { team: ['7'], 'linkgate.imported-id': ['own'] },
      });
    });
    const file = path.join(folder, 'since.csv');
    await writeFile(
      file,
      'email,email_verified,id,first_name,last_name\na@example.com,true,1,Ada,Lovelace\n',
    );
    await run(realm, file);
    expect(user).toMatchObject({
      emailVerified: true,
      firstName: 'Known',
      attributes: { team: ['7'], 'linkgate.imported-id': ['own'] },
    });
    expect(user).not.toHaveProperty('lastName');
  });

  test.each(['getCredentials', 'listSessions', 'listConsents'])(
    'is left as it is if somebody can sign in to it: %s',
    async (list) => {
      const { realm, user, was } = await imported((own) => void own.has.set(list, [{}]));
      const report = await run(realm, SINCE);
      expect([user, report.counted('verified'), report.counted('exists')]).toEqual([was, 0, 1]);
      expect(findings(report)).toEqual([
        '2 exists: its address was verified since an earlier run, but its account has credentials, sessions or identities: look who has it',
      ]);
    },
  );

  test.each([
    [[{ identityProvider: 'google', userId: 'mallory' }], 0],
    [[{ identityProvider: 'google', userId: '117' }], 1],
  ])(
    'is left as it is if it has another identity, not its own: %j',
    async (federatedIdentities, verified) => {
      const { realm, user } = await imported(
        (_, account) => void Object.assign(account, { federatedIdentities }),
      );
      expect((await run(realm, SINCE)).counted('verified')).toBe(verified);
      expect(user).toMatchObject({ emailVerified: verified === 1, federatedIdentities });
    },
  );

  test.each([
    ['a@example.com,false,1,', 'unverified still'],
    ['b@example.com,true,1,', 'with another address'],
    ['a@example.com,true,2,', 'with another id'],
  ])('is left as it is by the line %s: %s', async (line) => {
    const { realm, user, was } = await imported();
    await run(realm, [line]);
    expect(user).toEqual(was);
    expect(realm.takeOthers()).toEqual([]);
  });

  test('is left as it is if the user was blocked there', async () => {
    const { realm, user, was } = await imported();
    const file = path.join(folder, 'blocked-since.csv');
    await writeFile(file, 'email,email_verified,id,disabled\na@example.com,true,1,true\n');
    expect((await run(realm, file)).counted('before')).toBe(1);
    expect(user).toEqual(was);
  });
});

describe('of lines with one address', () => {
  test.each([
    [['false', 'true', 'false'], 3],
    [['true', 'false', 'false'], 2],
    [['false', 'false', 'true'], 4],
    [['false', 'false', 'false'], 2],
  ])('that are verified: %j, the account is that of line %i', async (flags, owner) => {
    const realm = new FakeRealm();
    const report = await run(
      realm,
      flags.map((flag, index) => `a@example.com,${flag},id-${index + 2},`),
    );
    const isVerified = flags[owner - 2] === 'true';
    expect([...realm.users.values()]).toMatchObject([
      {
        emailVerified: isVerified,
        attributes: isVerified ? { 'linkgate.imported-id': [`id-${owner}`] } : {},
      },
    ]);
    expect(findings(report)).toEqual(
      flags.flatMap((flag, index) => {
        if (index + 2 === owner) return [];
        const why = isVerified && flag === 'false' ? ', which is verified' : '';
        return [`${index + 2} rejected: it has the address of line ${owner}${why}`];
      }),
    );
  });
});

test('of users with one address, also in one line of JSON, one gets the account', async () => {
  const file = path.join(folder, 'one-line.json');
  const user = (user_id: string, email_verified: boolean) => ({
    email: 'a@example.com',
    user_id,
    email_verified,
  });
  await writeFile(file, JSON.stringify([user('1', false), user('2', true), user('3', false)]));
  const realm = new FakeRealm();
  const report = await run(realm, file, true, 'auth0');
  expect([report.counted('accounts'), report.counted('rejected')]).toEqual([1, 2]);
  expect(realm.users.get('a@example.com')?.attributes).toEqual({ 'linkgate.imported-id': ['2'] });
});

describe('who gets an address that users have verified in several ways', () => {
  /** How they did: their identity there, and the alias here; null if it has none. */
  const WAYS = {
    own: [{ provider: 'auth0', connection: 'Users', isSocial: false }, null, true],
    social: [{ provider: 'google-oauth2', connection: 'google-oauth2', isSocial: true }, 'google', true],
    trusted: [{ provider: 'samlp', connection: 'acme', isSocial: false }, 'acme', true],
    untrusted: [{ provider: 'samlp', connection: 'evil', isSocial: false }, 'evil', false],
    github: [{ provider: 'github', connection: 'github', isSocial: true }, 'github', false],
    absent: [{ provider: 'facebook', connection: 'facebook', isSocial: true }, null, false],
  } as const;
  type Way = keyof typeof WAYS;
  const ALL = Object.keys(WAYS) as Way[];

  const imported = async (ways: readonly Way[], trusted: readonly string[] = []) => {
    const file = path.join(folder, 'ways.json');
    const users = ways.map((way, index) => ({
      user_id: `${way}|${index}`,
      email: 'ceo@victim.example',
      email_verified: true,
      given_name: `Name ${index}`,
      identities: [{ ...WAYS[way][0], user_id: `${index}` }],
    }));
    await writeFile(file, users.map((user) => JSON.stringify(user)).join('\n'));
    const realm = new FakeRealm();
    const report = await run(realm, file, true, 'auth0', trusted);
    expect(realm.users.size).toBe(1);
    return { report, made: realm.users.get('ceo@victim.example') };
  };
  const entire = (way: Way, index: number) => ({
    emailVerified: true,
    firstName: `Name ${index}`,
    attributes: { 'linkgate.imported-id': [`${way}|${index}`] },
    federatedIdentities:
      WAYS[way][1] === null
        ? []
        : [{ identityProvider: WAYS[way][1], userId: `${index}`, userName: `${index}` }],
  });
  const BARE = { emailVerified: false, attributes: {}, federatedIdentities: [] };

  test.each(ALL)('one user: %s', async (way) => {
    const { made, report } = await imported([way]);
    const isProven = WAYS[way][2];
    expect(made).toMatchObject(isProven ? entire(way, 0) : BARE);
    expect('firstName' in (made ?? {})).toBe(isProven);
    expect(findings(report).filter((text) => text.endsWith(': unverified'))).toHaveLength(isProven ? 0 : 1);
    const [name] = [WAYS[way][0]].map(({ provider, connection, isSocial }) =>
      isSocial ? provider : connection,
    );
    const warnings = (report.result as { warnings: string[] }).warnings.filter((text) =>
      text.startsWith(`1 user has an address that "${name}" has verified`),
    );
    expect(warnings).toHaveLength(isProven ? 0 : 1);
  });

  test.each(ALL.flatMap((one) => ALL.map((other) => [one, other] as const)))(
    'two users: %s, %s',
    async (...ways) => {
      const { made, report } = await imported(ways);
      const proven = [0, 1].filter((index) => WAYS[ways[index] as Way][2]);
      const [owner = 0] = proven;
      const isSettled = proven.length === 1;
      expect(made).toMatchObject(isSettled ? entire(ways[owner] as Way, owner) : BARE);
      expect('firstName' in (made ?? {})).toBe(isSettled);
      const told = findings(report).filter((text) => !text.includes('whose word'));
      const why = `${2 - owner} rejected: it has the address of line ${owner + 1}${isSettled ? ', which is verified' : ''}`;
      const rival = `1 note: line 2 is another verified user with its address: unverified, without name, former id and identities`;
      expect(told.sort()).toEqual([why, ...(proven.length === 2 ? [rival] : [])].sort());
    },
  );

  test.each([['evil'], ['github'], ['facebook']])('--trust %s lets its word count', async (name) => {
    const way = ALL.find((one) => [WAYS[one][0].provider, WAYS[one][0].connection].includes(name as never));
    const { made } = await imported([way as Way], [name]);
    expect(made).toMatchObject(entire(way as Way, 0));
    const { made: other } = await imported([way as Way], ['other']);
    expect(other).toMatchObject(BARE);
  });

  test('a user who is listed twice under one id is no other one', async () => {
    const realm = new FakeRealm();
    const report = await run(realm, ['a@example.com,true,1,google:1', 'a@example.com,true,1,']);
    expect(realm.users.get('a@example.com')).toMatchObject({
      emailVerified: true,
      attributes: { 'linkgate.imported-id': ['1'] },
    });
    expect(findings(report)).toEqual(['3 rejected: it has the address of line 2']);
  });

  test('users without an id are different ones', async () => {
    const realm = new FakeRealm();
    await run(realm, ['a@example.com,true,,google:1', 'a@example.com,true,,google:2']);
    expect(realm.users.get('a@example.com')).toMatchObject(BARE);
  });
});

test('an unverified account has neither the name nor the id of its maker', async () => {
  const realm = new FakeRealm();
  const file = path.join(folder, 'stranger.csv');
  await writeFile(
    file,
    'email,email_verified,id,name,first_name\nvictim@example.com,false,666,Mallory X,Mallory\n',
  );
  const report = await run(realm, file);
  const made = realm.users.get('victim@example.com');
  expect(made).toMatchObject({ emailVerified: false, attributes: {} });
  expect(JSON.stringify(made)).not.toMatch(/666|Mallory/);
  expect(report.text(true)).toContain('1 of them unverified: claimed by their first link, without name');
});

const NOT_SAID = 'no user of the file has the field disabled';
const NONE_VERIFIED = 'no address of the file counts as verified';
const FACTS = { locales: [], aliasOf: () => null, isTrusted: () => false };

test.each([
  ['email,email_verified\na@example.com,true\n', [NOT_SAID]],
  ['email,email_verified,disabled\na@example.com,true,\nb@example.com,false,\n', []],
  ['email,disabled\na@example.com,\n', [NONE_VERIFIED]],
  ['email,id\na@example.com,1\n', [NOT_SAID, NONE_VERIFIED]],
  ['email\n', []],
  ['email\nnobody\n', [NOT_SAID]],
])('a file that doesn\u2019t say who was blocked or verified is warned of: %j', async (text, warnings) => {
  const file = path.join(folder, 'blocked.csv');
  await writeFile(file, text);
  const report = await run(new FakeRealm(), file);
  expect(report.result).toMatchObject({ warnings: warnings.map((one) => expect.stringContaining(one)) });
  expect(
    report
      .text(true)
      .split('\n')
      .filter((line) => line.startsWith('WARNING: ')),
  ).toEqual(warnings.map((one) => expect.stringContaining(one)));
});

const DOUBTFUL = "it isn't known whether what wrote this CSV escapes quotes and line breaks";

test.each([
  ['clerk', 'id,primary_email_address,verified_email_addresses\n1,a@example.com,a@example.com\n', true],
  ['cognito', 'cognito:username,email,email_verified\n1,a@example.com,TRUE\n', true],
  ['supabase', 'id,email,email_confirmed_at\n1,a@example.com,2020-01-01\n', false],
  ['auth0', 'user_id,email,email_verified\n"\'auth0|1","\'a@example.com",true\n', false],
  ['csv', 'email,email_verified\na@example.com,true\n', false],
  ['clerk', '[{}]', false],
  ['cognito', '{"Users":[{}]}', false],
] as const)(
  'a CSV of which it isn’t known who escaped it is warned of: %s, %j',
  async (product, text, isDoubtful) => {
    const file = path.join(folder, 'doubtful');
    await writeFile(file, text);
    const { warnings } = await survey({ product, file, isUnverified: false }, FACTS);
    expect(warnings.some((warning) => warning.startsWith(DOUBTFUL))).toBe(isDoubtful);
  },
);

test('no warning tells of unverified addresses if the command says that none counts as verified', async () => {
  const file = path.join(folder, 'none.csv');
  await writeFile(file, 'email,disabled\na@example.com,\n');
  expect(await survey({ product: 'csv', file, isUnverified: true }, FACTS)).toMatchObject({ warnings: [] });
});

test.each([
  [1, ['1 user in the file', '1 account created', '1 identity at a provider']],
  [2, ['2 users in the file', '2 accounts created', '2 identities at providers']],
] as const)('the report counts %i in words', async (count, words) => {
  const lines = ['a', 'b'].map((name) => `${name}@example.com,true,${name},google:${name}`).slice(0, count);
  const realm = new FakeRealm();
  expect((await run(realm, lines)).text(true).split('\n').slice(1)).toEqual(words);
  const [, , again] = (await run(realm, lines)).text(true).split('\n').slice(1);
  expect(again).toBe(
    count === 1
      ? '1 account of an earlier run: left as it is'
      : '2 accounts of an earlier run: left as they are',
  );
});

test('a file that can\u2019t be read to its end is rejected before anything is requested', async () => {
  const realm = new FakeRealm();
  const lines = Array.from({ length: 250 }, (_, index) => `user-${index}@example.com,true,${index},`);
  await expect(run(realm, [...lines, '"b,true,1,'])).rejects.toThrow('line 252: a quote in it');
  expect(realm.requests).toEqual({ imports: 0, lookUps: 0, pages: 0 });
});

describe('the file with all findings', () => {
  const begin = async (name: string, content: string | null) => {
    const file = path.join(folder, name);
    if (content !== null) await writeFile(file, content);
    const report = await Report.begin(file);
    report.warn('w');
    report.find(2, 'note', 'a "b"\u001b');
    await report.close();
    return await readFile(file, 'utf8');
  };
  const TEXT = 'line,finding,text\n,warning,"w"\n2,note,"a ""b""\\u001b"\n';

  test.each([
    ['new', null],
    ['empty', ''],
    ['report', `line,finding,text\n${'1,note,"x"\n'.repeat(100)}`],
  ])('is a new one, or an earlier report: %s', async (name, content) => {
    expect(await begin(`report-${name}.csv`, content)).toBe(TEXT);
  });

  test('is never another one, such as the file with the users', async () => {
    const users = 'email\na@example.com\n';
    await expect(begin('users-kept.csv', users)).rejects.toThrow("is there, and isn't a report");
    expect(await readFile(path.join(folder, 'users-kept.csv'), 'utf8')).toBe(users);
  });

  test.each(['no-folder/report.csv', '.'])('that can\u2019t be written is a failure: %s', async (name) => {
    await expect(Report.begin(path.join(folder, name))).rejects.toThrow(Failure);
  });
});

test('lines of one address, id or identity are named by the first one', async () => {
  const report = await run(new FakeRealm(), [
    'a@example.com,true,1,google:1',
    'A@EXAMPLE.COM,false,2,',
    'b@example.com,true,1,',
    'c@example.com,true,3,google:1',
  ]);
  expect(findings(report)).toEqual([
    '3 rejected: it has the address of line 2, which is verified',
    '4 rejected: it has the id of line 2',
    '5 note: line 2 has its identity at google: left out',
  ]);
  expect([report.counted('accounts'), report.counted('identities')]).toEqual([2, 1]);
});

test('an identity that another account of the realm has is left out', async () => {
  const realm = new FakeRealm();
  realm.linked.add('1');
  expect(findings(await run(realm, ['a@example.com,true,1,google:1']))).toEqual([
    '2 note: another account of the realm has its identity at google: left out',
  ]);
  expect(realm.users.get('a@example.com')?.federatedIdentities).toEqual([]);
});

describe('a former id that an account has', () => {
  const imported = async () => {
    const realm = new FakeRealm();
    await run(realm, ['a@example.com,true,1,', 'b@example.com,true,2,']);
    return { realm, made: realm.users.get('a@example.com') as User };
  };
  const warned = (report: Report) =>
    report
      .text(true)
      .split('\n')
      .filter((line) => line.includes('linkgate.imported-id that no import has given'));

  test.each([
    ['of the import', ['1'], false],
    ['of another user', ['2'], true],
    ['that is none there', ['666'], true],
    ['beside that of the import', ['1', '2'], true],
    ['none', [], false],
  ])(
    'is told if no import has given it, where users may have written it: %s',
    async (_, values, isForeign) => {
      const { realm, made } = await imported();
      Object.assign(made, { attributes: { 'linkgate.imported-id': values } });
      for (const apply of [false, true]) {
        const told = warned(await run(realm, ['a@example.com,true,1,'], apply, 'csv', [], true));
        expect(told).toEqual(isForeign ? [expect.stringContaining(`a@example.com (${made.id})`)] : []);
      }
      expect(warned(await run(realm, ['a@example.com,true,1,']))).toEqual([]);
    },
  );

  test('is told of an account that is no import’s', async () => {
    const { realm } = await imported();
    const attributes = { 'linkgate.imported-id': ['3'] };
    realm.users.set('mallory', { id: 'mallory-id', username: 'mallory', attributes });
    const [told] = warned(await run(realm, ['c@example.com,true,3,'], true, 'csv', [], true));
    expect(told).toContain('mallory (mallory-id)');
  });

  test('of another product’s import is one that was given', async () => {
    const realm = new FakeRealm();
    const file = path.join(folder, 'other.json');
    await writeFile(file, '{"user_id":"auth0|7","email":"a@example.com","email_verified":true}');
    await run(realm, file, true, 'auth0');
    expect(warned(await run(realm, ['c@example.com,true,3,'], true, 'csv', [], true))).toEqual([]);
  });
});

describe('a batch', () => {
  const lines = ['a', 'b', 'c'].map((name) => `${name}@example.com,true,${name},`);

  test.each([400, 409, 500])('that the server answers with %d is sent one by one', async (status) => {
    const realm = new FakeRealm();
    realm.rejects = (users) => (users.some(({ username }) => username.startsWith('b')) ? status : undefined);
    const report = await run(realm, lines);
    expect(findings(report)).toEqual([`3 rejected: the server responded ${status}`]);
    expect([...realm.users.keys()]).toEqual(['a@example.com', 'c@example.com']);
  });

  test.each([
    [403, 'these credentials lack the role manage-realm'],
    [503, 'stopped; run the command again to continue'],
  ])('that the server answers with %d ends the run', async (status, message) => {
    const realm = new FakeRealm();
    realm.rejects = () => status;
    await expect(run(realm, lines)).rejects.toThrow(message);
    expect(realm.requests.imports).toBe(1);
  });
});

test('100,000 users take a request for each hundred and each identity; what is there isn’t sent again', async () => {
  const [users, identities] = [100_000, 1000];
  const file = path.join(folder, 'many.csv');
  const stream = createWriteStream(file);
  stream.write('email,email_verified,id,identities\n');
  for (let index = 0; index < users; index += 1)
    stream.write(`user-${index}@example.com,true,${index},${index % 100 === 0 ? `google:${index}` : ''}\n`);
  stream.end();
  await finished(stream);
  const realm = new FakeRealm();
  realm.rejects = () => (realm.requests.imports === 500 ? 503 : undefined);
  await expect(run(realm, file)).rejects.toThrow('run the command again');
  const killed = realm.users.size;
  expect(killed).toBe(49_900);
  realm.rejects = () => undefined;
  const report = await run(realm, file);
  expect([report.counted('before'), report.counted('accounts'), realm.users.size]).toEqual([
    killed,
    users - killed,
    users,
  ]);
  expect(realm.requests).toEqual({ imports: users / 100 + 1, lookUps: identities + 1, pages: 1 + 50 });
});
