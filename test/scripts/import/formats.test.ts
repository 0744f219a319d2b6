/** What the files of each product become (docs/moving-in.md). */
import { describe, expect, test } from 'vitest';
import { type Account, type Decided, decide, type RealmFacts } from '../../../scripts/import/account.ts';
import { FORMATS, type Product } from '../../../scripts/import/formats/index.ts';
import type { Row, Unreadable } from '../../../scripts/import/source/record.ts';
import { rowsIn } from '../../../scripts/import/source/rows.ts';
import {
  CREATED_MILLIS,
  EXPORT_FILES,
  type ExportedUser,
  firebaseCsv,
  hasNoIdentities,
} from '../../support/import-files.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const REALM: RealmFacts = {
  locales: ['en', 'pt-BR', 'de'],
  aliasOf: ({ alias, provider }) =>
    [alias, provider].find((one) => one === 'google' || one === 'acme') ?? null,
  isTrusted: ({ alias, provider }) => [alias, provider].some((one) => one === 'google' || one === 'acme'),
};

async function rows(product: Product, text: string): Promise<(Row | Unreadable)[]> {
  const all: (Row | Unreadable)[] = [];
  const bytes = async function* () {
    yield new TextEncoder().encode(text);
  };
  for await (const row of rowsIn(bytes(), FORMATS[product], 'file')) all.push(row);
  return all;
}

async function decided(product: Product, text: string, isUnverified = false): Promise<Decided[]> {
  const reading = { format: FORMATS[product], isUnverified };
  return (await rows(product, text)).map((row) =>
    'problem' in row ? { rejected: row.problem } : decide(row.fields, reading, REALM, NOW),
  );
}

/** The account of a file with one user. */
async function account(product: Product, fields: object): Promise<Account & { notes: readonly string[] }> {
  const [one] = await decided(product, JSON.stringify([fields]));
  if (one === undefined || 'rejected' in one) throw new Error(`${one?.rejected}`);
  return { ...one.account, notes: one.notes };
}

describe.each(EXPORT_FILES)('a file of $from, $name', (file) => {
  test('becomes accounts', async () => {
    const users = [
      {
        id: 'id-1',
        email: 'Ada@Example.COM',
        isVerified: true,
        first: 'Ada',
        last: 'Lovelace',
        google: '117',
      },
      { id: 'id-2', email: 'bob@example.com', isVerified: false, first: 'Mallory', last: 'Stranger' },
    ];
    const formerId = (id: string) => (file.from === 'auth0' ? `auth0|${id}` : id);
    const knowsTimes = !hasNoIdentities(file);
    expect(await decided(file.from, file.text(users))).toEqual([
      {
        account: {
          formerId: file.from === 'auth0' ? 'google-oauth2|117' : 'id-1',
          email: 'ada@example.com',
          isVerified: true,
          isEnabled: true,
          firstName: 'Ada',
          lastName: 'Lovelace',
          locale: null,
          createdAt: knowsTimes ? CREATED_MILLIS : null,
          identities: hasNoIdentities(file)
            ? []
            : [{ alias: 'google', userId: '117', userName: expect.any(String) }],
        },
        notes: [],
      },
      {
        account: {
          formerId: formerId('id-2'),
          email: 'bob@example.com',
          isVerified: false,
          isEnabled: true,
          firstName: null,
          lastName: null,
          locale: null,
          createdAt: knowsTimes ? CREATED_MILLIS : null,
          identities: [],
        },
        notes: [],
      },
    ]);
  });
});

describe('what users wrote makes no account of another address,', () => {
  const USERS: readonly ExportedUser[] = ['ada', 'bob'].map((id) => ({
    id,
    email: `${id}@example.com`,
    isVerified: true,
    google: `google-${id}`,
  }));
  /** A line of a file about an address that no user of it has. */
  const forgedIn = (text: (users: readonly ExportedUser[]) => string): string => {
    const forger = { id: 'forged', email: 'ceo@victim.example', isVerified: true, google: 'MALLORY' };
    const lines = text([forger]).split('\n');
    return lines.find((line) => line.includes(forger.email)) ?? '';
  };
  const hostileTo = (text: (users: readonly ExportedUser[]) => string): readonly string[] => [
    ...['"', '""', ',', '\n', '\r', '\r\n', "'", '\\', '\\"', 'Smith, "Bob', '"Smith', '"\'', '\u2028'],
    ...['\n', '\r', '\r\n'].flatMap((end) =>
      ['', '"', '""', '","', '\\"', "'", '"\'', '"}', '}]'].map(
        (quote) => `a${quote}${end}${forgedIn(text)}${end}${quote}b`,
      ),
    ),
  ];
  const emailsOf = (all: readonly Decided[]) =>
    all.flatMap((one) => ('account' in one ? [one.account.email] : []));

  test.each(EXPORT_FILES)('in a file of $from, $name', async (file) => {
    expect(forgedIn(file.text)).toContain('ceo@victim.example');
    const [ada, bob] = USERS as [ExportedUser, ExportedUser];
    for (const text of hostileTo(file.text))
      for (const fields of [{ first: text, last: 'B' }, { first: 'A', last: text }, { other: text }]) {
        const made = await decided(file.from, file.text([{ ...ada, ...fields }, bob]));
        expect(made).toHaveLength(2);
        expect(USERS.map(({ email }) => email)).toEqual(expect.arrayContaining(emailsOf(made)));
        expect(emailsOf(made)).toContain(bob.email);
      }
  });

  test.each([true, false])('as no CSV of Firebase is read, which has it unescaped: %s', async (isOld) => {
    const [ada, bob] = USERS as [ExportedUser, ExportedUser];
    for (const other of hostileTo((users) => firebaseCsv(users, isOld)))
      await expect(decided('firebase', firebaseCsv([{ ...ada, other }, bob], isOld))).rejects.toThrow(
        "file: it isn't JSON; Firebase's CSV doesn't escape what users wrote, so that one can write the lines of others: export JSON (firebase auth:export users.json --format=json)",
      );
  });
});

describe('a user who was', () => {
  test.each([
    ['blocked at Auth0', 'auth0', { email: 'a@example.com', blocked: true }],
    [
      'disabled at Cognito',
      'cognito',
      { Attributes: [{ Name: 'email', Value: 'a@example.com' }], Enabled: false },
    ],
    ['disabled at Cognito, in words', 'cognito', { email: 'a@example.com', Enabled: 'FALSE' }],
    ['banned at Supabase', 'supabase', { email: 'a@example.com', banned_until: '2999-01-01 00:00:00+00' }],
    ['disabled at Firebase', 'firebase', { email: 'a@example.com', disabled: true }],
    [
      'banned at Clerk',
      'clerk',
      {
        primary_email_address_id: 'x',
        email_addresses: [{ id: 'x', email_address: 'a@example.com' }],
        banned: true,
      },
    ],
  ] as const)('%s stays disabled', async (_, product, fields) => {
    expect(await account(product, fields)).toMatchObject({ isEnabled: false, isVerified: false });
    expect(fields).toHaveProperty(FORMATS[product].blockedField);
  });

  test('banned at Supabase until yesterday is enabled', async () => {
    const fields = { email: 'a@example.com', banned_until: '2020-01-01 00:00:00+00' };
    expect(await account('supabase', fields)).toMatchObject({ isEnabled: true });
  });

  test('deleted at Supabase is rejected', async () => {
    const text = JSON.stringify([{ email: 'a@example.com', deleted_at: '2020-01-01 00:00:00+00' }]);
    expect(await decided('supabase', text)).toEqual([{ rejected: 'it was deleted there' }]);
  });
});

describe('a user of Auth0’s CSV', () => {
  const made = async (heading: string, cells: string) =>
    (await decided('auth0', `user_id,email,email_verified,${heading}\n${cells}\n`))[0];

  test('has texts without the mark in front of each, and flags and dates as they are', async () => {
    const cells = `"'auth0|1","'ada@example.com",True,"'O'Hara, ""Ada""",2021-03-04T05:06:07.890Z,False`;
    expect(await made('given_name,created_at,blocked', cells)).toEqual({
      account: {
        formerId: 'auth0|1',
        email: 'ada@example.com',
        isVerified: true,
        isEnabled: true,
        firstName: 'O\'Hara, "Ada"',
        lastName: null,
        locale: null,
        createdAt: CREATED_MILLIS,
        identities: [],
      },
      notes: [],
    });
  });

  test.each([
    ['only the id', 'x', `"'google-oauth2|117","'a@example.com",true,`, ['google', '117']],
    [
      'a company’s connection',
      'identities[0].connection',
      `"'oidc|117","'a@example.com",true,"'acme"`,
      ['acme', '117'],
    ],
    [
      'a second identity',
      'identities[1].provider,identities[1].user_id,identities[1].isSocial',
      `"'auth0|1","'a@example.com",true,"'google-oauth2","'118",true`,
      ['google', '118'],
    ],
    [
      'columns under the names of the extension',
      'Connection',
      `"'google-oauth2|117","'a@example.com",true,"'google-oauth2"`,
      ['google', '117'],
    ],
  ])('is linked by %s', async (_, heading, cells, [alias, userId]) => {
    expect(await made(heading, cells)).toMatchObject({
      account: { identities: [{ alias, userId }] },
      notes: [],
    });
  });

  test.each([
    ['a database of its own', 'identities[0].connection', `"'auth0|1","'a@example.com",true,"'Customers"`],
    ['a passwordless one', 'identities[0].connection', `"'email|1","'a@example.com",true,"'email"`],
    ['an identity that isn’t there', 'identities[1].provider', `"'auth0|1","'a@example.com",true,`],
  ])('has no identity of %s', async (_, heading, cells) => {
    expect(await made(heading, cells)).toMatchObject({ account: { identities: [] }, notes: [] });
  });

  test('needs a column that says who is verified', async () => {
    await expect(decided('auth0', 'user_id,email\n1,a@example.com\n')).rejects.toThrow(
      'the heading lacks email_verified; it has: user_id, email',
    );
  });
});

describe('an identity at Auth0 has the id that the provider itself has:', () => {
  test.each([
    ['google-oauth2', 'google-oauth2', '117', true, 'google', '117'],
    ['oauth2', 'acme', 'acme|80351110224678912', true, 'acme', '80351110224678912'],
    ['samlp', 'acme', 'acme|123456', false, 'acme', '123456'],
    ['samlp', 'acme', 'acme|ada@acme.example', false, 'acme', 'ada@acme.example'],
    ['samlp', 'acme', 'ada@acme.example', false, 'acme', 'ada@acme.example'],
    ['samlp', 'acme', 'acme|a|b', false, 'acme', 'a|b'],
    ['samlp', 'acme', 'acme|acme|7', false, 'acme', 'acme|7'],
    ['samlp', 'acme', 'acmeother|7', false, 'acme', 'acmeother|7'],
    ['oidc', 'acme', 'acme|00u1abcd', false, 'acme', '00u1abcd'],
    ['okta', 'acme', 'acme|00u1abcd', false, 'acme', '00u1abcd'],
    ['adfs', 'acme', 'acme|ada@acme.example', false, 'acme', 'ada@acme.example'],
    ['pingfederate', 'acme', 'acme|ada', false, 'acme', 'ada'],
    ['ad', 'acme', 'acme|c3ffe5b4-5a1b', false, 'acme', 'c3ffe5b4-5a1b'],
    ['waad', 'acme', 'ZyXwVuTs', false, 'acme', 'ZyXwVuTs'],
    ['google-apps', 'acme', 'ada@acme.example', false, 'acme', 'ada@acme.example'],
  ])('%s, %s, %s', async (provider, connection, user_id, isSocial, alias, userId) => {
    const user = { user_id: `${provider}|${user_id}`, email: 'a@example.com', email_verified: true };
    const made = await account('auth0', {
      ...user,
      identities: [{ provider, connection, user_id, isSocial }],
    });
    const cells = `"'${user.user_id}","'a@example.com",true,"'${connection}",${isSocial}\n`;
    const heading = 'user_id,email,email_verified,identities[0].connection,identities[0].isSocial';
    const [inCsv] = await decided('auth0', `${heading}\n${cells}`);
    for (const one of [made, inCsv && 'account' in inCsv ? inCsv.account : undefined])
      expect(one?.identities).toEqual([{ alias, userId, userName: userId }]);
  });
});

describe('a user of Clerk’s command for exports', () => {
  test.each([
    [{ primary_email_address: 'a@example.com' }, 'a@example.com'],
    [
      { primary_email_address: 'a@example.com', verified_email_addresses: ['b@example.com'] },
      'a@example.com',
    ],
    [{ unverified_email_addresses: ['c@example.com', 'd@example.com'] }, 'c@example.com'],
  ])('%j isn’t verified, as the file doesn’t say which addresses are', async (addresses, email) => {
    const created_at = '2021-03-04T05:06:07.890Z';
    const fields = { id: 'user_1', ...addresses, first_name: 'Ada', banned: true, created_at };
    expect(await account('clerk', fields)).toEqual({
      formerId: 'user_1',
      email,
      isVerified: false,
      isEnabled: false,
      firstName: null,
      lastName: null,
      locale: null,
      createdAt: CREATED_MILLIS,
      identities: [],
      notes: [],
    });
  });

  test.each([
    [['a@example.com', 'b@example.com'], true],
    ['a@example.com|b@example.com', true],
    ['b@example.com|aa@example.com', false],
    ['', false],
  ])('whose verified addresses are %j is verified: %s', async (verified_email_addresses, isVerified) => {
    const fields = { id: '1', primary_email_address: 'a@example.com', verified_email_addresses };
    expect(await account('clerk', fields)).toMatchObject({ isVerified });
  });
});

describe('an identity', () => {
  test('of an account whose address isn’t verified is left out', async () => {
    const identities = [{ provider: 'google-oauth2', user_id: '117', isSocial: true }];
    const made = await account('auth0', { email: 'a@example.com', email_verified: false, identities });
    expect(made.identities).toEqual([]);
    expect(made.notes).toEqual(['its address isn’t verified, so its identities are left out']);
  });

  test('of a company’s connection has the connection’s name', async () => {
    const identities = [{ provider: 'samlp', connection: 'acme', user_id: 7, isSocial: false }];
    const made = await account('auth0', { email: 'a@example.com', email_verified: true, identities });
    expect(made.identities).toEqual([{ alias: 'acme', userId: '7', userName: '7' }]);
  });

  test('is left out with a note if it can’t be linked', async () => {
    const identities = [
      { provider: 'auth0', user_id: '1', isSocial: false },
      { provider: 'github', user_id: '1', isSocial: true },
      { provider: 'google-oauth2', isSocial: true },
      { provider: 'google-oauth2', user_id: '1', isSocial: true },
      { provider: 'google-oauth2', user_id: '2', isSocial: true },
    ];
    const made = await account('auth0', { email: 'a@example.com', email_verified: true, identities });
    expect(made.identities).toEqual([{ alias: 'google', userId: '1', userName: '1' }]);
    expect(made.notes).toEqual([
      'the realm has no provider "github": its identity there is left out',
      'its identity at "google-oauth2" has no id: left out',
      'it has more than one identity at "google-oauth2": the first one is linked',
    ]);
  });

  test('in a field that isn’t a list of them is left out with a note', async () => {
    const text = 'id,email,email_confirmed_at,identities\n1,a@example.com,2020-01-01,[{\n';
    const [one] = await decided('supabase', text);
    expect(one).toMatchObject({
      account: { isVerified: false, identities: [] },
      notes: [
        "identities can't be read: left out",
        'the file doesn’t say who has verified its address: unverified',
      ],
    });
  });
});

describe('an address that a file calls verified', () => {
  const [EMAIL, OTHER] = ['a@example.com', 'b@example.com'];
  const auth0 = (...identities: object[]) => ({ email: EMAIL, email_verified: true, identities });
  const [own, evil] = [{ provider: 'auth0' }, { provider: 'samlp', connection: 'evil', user_id: 'evil|1' }];
  const google = (email?: string, email_verified = true) => ({
    provider: 'google-oauth2',
    isSocial: true,
    user_id: '1',
    ...(email !== undefined && { profileData: { email, email_verified } }),
  });
  const supabase = (identities: unknown, more = {}) => ({
    email: EMAIL,
    email_confirmed_at: '2020-01-01',
    identities,
    ...more,
  });
  const firebase = (providerUserInfo: unknown, more = {}) => ({
    email: EMAIL,
    emailVerified: true,
    providerUserInfo,
    ...more,
  });
  const cognito = (identities: string, more = {}) => ({
    Attributes: Object.entries({ email: EMAIL, email_verified: 'true', identities }).map(([Name, Value]) => ({
      Name,
      Value,
    })),
    ...more,
  });
  const clerk = (strategy: string | undefined, external_accounts: unknown, more = {}) => ({
    primary_email_address_id: '1',
    email_addresses: [{ id: '1', email_address: EMAIL, verification: { status: 'verified', strategy } }],
    external_accounts,
    ...more,
  });
  const oauth = (name: string, email_address = EMAIL) => ({
    provider: `oauth_${name}`,
    provider_user_id: '1',
    email_address,
  });

  const ROWS: readonly (readonly [Product, string, object, boolean])[] = [
    ['auth0', 'own', auth0(own), true],
    ['auth0', 'a trusted provider', auth0(google()), true],
    ['auth0', 'another', auth0(evil), false],
    ['auth0', 'own, another linked', auth0(own, evil), true],
    ['auth0', 'another, own linked', auth0(evil, own), false],
    ['auth0', 'another, a trusted one linked', auth0(evil, google()), false],
    ['auth0', 'another, a trusted one with the address linked', auth0(evil, google(EMAIL)), true],
    ['auth0', 'another, a trusted one with it unverified linked', auth0(evil, google(EMAIL, false)), false],
    ['auth0', 'another, a trusted one with another address linked', auth0(evil, google(OTHER)), false],
    ['auth0', 'another, by the id', { ...auth0(), user_id: 'samlp|evil|1' }, false],
    ['auth0', 'own, by the id', { ...auth0(), user_id: 'auth0|1' }, true],
    ['auth0', 'nothing', { ...auth0(), user_id: '1' }, true],
    ['auth0', 'unreadable', { ...auth0(), identities: '[' }, false],
    ['supabase', 'own', supabase([{ provider: 'email' }]), true],
    ['supabase', 'own and another', supabase([{ provider: 'evil' }, { provider: 'email' }]), true],
    ['supabase', 'another', supabase([{ provider: 'evil' }]), false],
    ['supabase', 'a company', supabase([{ provider: 'sso:21648a9d' }]), false],
    ['supabase', 'a trusted provider', supabase([{ provider: 'google' }]), true],
    [
      'supabase',
      'a trusted one and another',
      supabase([{ provider: 'google' }, { provider: 'evil' }]),
      false,
    ],
    ...(
      [
        [{ email: EMAIL }, true],
        [{ email: EMAIL, email_verified: true }, true],
        [{ email: EMAIL, email_verified: false }, false],
        [{ email: OTHER }, false],
      ] as const
    ).map(
      ([data, isVerified]) =>
        [
          'supabase',
          `a trusted one with ${JSON.stringify(data)} and another`,
          supabase([{ provider: 'evil' }, { provider: 'google', identity_data: data }]),
          isVerified,
        ] as const,
    ),
    ['supabase', 'nothing', supabase(undefined), true],
    ['supabase', 'own, by metadata', supabase(undefined, { app_metadata: { providers: ['email'] } }), true],
    [
      'supabase',
      'a company, by metadata',
      supabase([], { raw_app_meta_data: '{"providers":["sso:x"]}' }),
      false,
    ],
    ['supabase', 'unreadable', supabase('['), false],
    ['firebase', 'nothing', firebase(undefined), true],
    ['firebase', 'another', firebase([{ providerId: 'github.com', email: EMAIL }]), false],
    ['firebase', 'own', firebase([{ providerId: 'github.com', email: EMAIL }], { passwordHash: 'x' }), true],
    ['firebase', 'a trusted provider', firebase([{ providerId: 'google.com', email: EMAIL }]), true],
    [
      'firebase',
      'a trusted one with another address',
      firebase([{ providerId: 'google.com', email: OTHER }]),
      false,
    ],
    ['firebase', 'unreadable', firebase('['), false],
    ['cognito', 'nothing', cognito('[]'), true],
    ['cognito', 'a trusted provider', cognito('[{"providerName":"Google"}]'), true],
    ['cognito', 'another', cognito('[{"providerName":"evil"}]'), false],
    ['cognito', 'a provider that isn’t named', cognito('[]', { UserStatus: 'EXTERNAL_PROVIDER' }), false],
    ['cognito', 'unreadable', cognito('['), false],
    ['clerk', 'nothing', clerk(undefined, []), true],
    ['clerk', 'own', clerk('email_code', [oauth('evil')]), true],
    ['clerk', 'own, an invitation', clerk('ticket', [oauth('evil')]), true],
    ['clerk', 'another', clerk('from_oauth_evil', [oauth('evil')]), false],
    ['clerk', 'another, no way named', clerk(undefined, [oauth('evil')]), false],
    ['clerk', 'a trusted provider', clerk('from_oauth_google', [oauth('evil'), oauth('google')]), true],
    [
      'clerk',
      'a trusted one with another address',
      clerk('from_oauth_evil', [oauth('google', OTHER)]),
      false,
    ],
    ['clerk', 'a company', clerk('saml', []), false],
    ['clerk', 'a company, no way named', clerk(undefined, [], { enterprise_accounts: [{}] }), false],
    ['clerk', 'unreadable', clerk(undefined, '['), false],
  ];

  test.each(ROWS)('of %s, verified by %s, counts as verified only if its proof does', async (...row) => {
    const [product, , fields, isVerified] = row;
    const text = JSON.stringify([{ ...fields, name: 'Ada' }]);
    const [one] = await decided(product, text);
    expect(one).toMatchObject({ account: { isVerified } });
    expect(one).toHaveProperty('notes');
    const { notes, doubted, account: made } = one as Extract<Decided, { account: Account }>;
    expect([doubted !== undefined, notes.some((note) => note.endsWith(': unverified'))]).toEqual([
      !isVerified,
      !isVerified,
    ]);
    if (!isVerified) expect([made.identities, made.firstName]).toEqual([[], null]);
  });

  test.each([
    ['', true],
    ['google:1', true],
    ['google:1 acme:2', true],
    ['evil:1', false],
    ['google:1 evil:2', false],
    ['evil:2 google:1', false],
  ])('of a CSV file, with the identities %j, counts as verified: %s', async (identities, isVerified) => {
    const text = `email,email_verified,identities\na@example.com,true,${identities}\n`;
    expect(await decided('csv', text)).toMatchObject([{ account: { isVerified } }]);
  });
});

test.each([
  ['auth0', { email: 'a@example.com', email_verified: true, name: 'Ada', user_id: '1' }],
  ['supabase', { email: 'a@example.com', email_confirmed_at: '2020-01-01', id: '1' }],
] as const)('no user of %s is verified if the file’s word doesn’t count', async (product, fields) => {
  const text = JSON.stringify([fields]);
  expect(await decided(product, text)).toMatchObject([{ account: { isVerified: true } }]);
  expect(await decided(product, text, true)).toMatchObject([
    { account: { isVerified: false, firstName: null } },
  ]);
});

test('an address is confirmed at Supabase by a time alone', async () => {
  const text = JSON.stringify([{ email: 'a@example.com', email_confirmed_at: false }]);
  expect(await decided('supabase', text)).toEqual([{ rejected: "its confirmation time isn't a time" }]);
});

describe('a list or an object instead of a value', () => {
  const OBJECT = { toString: 1, valueOf: 1 };
  const DEEP = 'DEEP';
  const PLACES: readonly (readonly [Product, (value: unknown) => object])[] = [
    ['auth0', (email_verified) => ({ email_verified })],
    ['auth0', (email) => ({ email })],
    ['auth0', (created_at) => ({ created_at })],
    ['auth0', (blocked) => ({ blocked })],
    ['auth0', (provider) => ({ identities: [{ provider, user_id: '1' }] })],
    ['clerk', (provider) => ({ external_accounts: [{ provider }] })],
    ['clerk', (primary_email_address) => ({ primary_email_address })],
    ['clerk', (verified) => ({ primary_email_address: 'a', verified_email_addresses: [verified] })],
    ['cognito', (providerName) => ({ identities: [{ providerName }] })],
    ['cognito', (Name) => ({ Attributes: [{ Name, Value: 'x' }] })],
    ['firebase', (providerId) => ({ providerUserInfo: [{ providerId }] })],
    ['supabase', (provider) => ({ identities: [{ provider }] })],
    ['supabase', (email_confirmed_at) => ({ email_confirmed_at })],
    ['supabase', (banned_until) => ({ banned_until })],
    ['supabase', (deleted_at) => ({ deleted_at })],
  ];

  test.each(PLACES)('rejects its line of %s alone: %#', async (product, place) => {
    const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    for (const value of [OBJECT, [], DEEP]) {
      const users = [{ email: 'a@example.com', ...place(value) }, { email: 'b@example.com' }];
      const [broken, next] = await decided(product, JSON.stringify(users).replace(`"${DEEP}"`, nested));
      expect(broken).toEqual({ rejected: expect.stringMatching(/^its .* isn't a single value$/) });
      expect(next).not.toEqual(broken);
    }
  });

  test('and whatever else is thrown rejects its line alone', () => {
    const format = {
      ...FORMATS.csv,
      userIn: () => {
        throw new RangeError('too deep');
      },
    };
    expect(decide({}, { format, isUnverified: false }, REALM, NOW)).toEqual({
      rejected: "it can't be read: too deep",
    });
  });
});

describe('a field', () => {
  const own = async (heading: string, cells: string) =>
    (await decided('csv', `email,email_verified,${heading}\na@example.com,true,${cells}\n`))[0];

  test.each([
    ['locale', 'pt', 'pt-BR'],
    ['locale', 'de_AT', 'de'],
    ['locale', 'DE', 'de'],
  ])('%s %s is %s of the realm', async (heading, cells, locale) => {
    expect(await own(heading, cells)).toMatchObject({ account: { locale }, notes: [] });
  });

  test('locale that the realm doesn’t have is left out', async () => {
    expect(await own('locale', 'xx')).toMatchObject({
      account: { locale: null },
      notes: ['the realm doesn\'t have its language "xx": left out'],
    });
  });

  test.each(['yesterday', '2021-02-30', '2021-13-01T00:00:00Z', '2999-01-01', '-5'])(
    'created_at %j isn’t a time of the past',
    async (text) => {
      expect(await own('created_at', text)).toMatchObject({
        account: { createdAt: null },
        notes: ['its creation date isn’t one of the past: today’s instead'],
      });
    },
  );

  test.each([
    ['2021-03-04', Date.UTC(2021, 2, 4)],
    ['2021-03-04 05:06:07+02', Date.UTC(2021, 2, 4, 3, 6, 7)],
    ['2021-03-04T05:06:07.123456-0330', Date.UTC(2021, 2, 4, 8, 36, 7, 123)],
    ['1614834367', 1_614_834_367_000],
    ['1614834367890', 1_614_834_367_890],
  ])('created_at %j is a time', async (text, createdAt) => {
    expect(await own('created_at', text)).toMatchObject({ account: { createdAt }, notes: [] });
  });

  test.each([
    ['', 'it has no address'],
    ['ada', 'its address is invalid'],
    ['ada@localhost', 'its address is invalid'],
    ['Ada <ada@example.com>', 'its address is invalid'],
    [`${'a'.repeat(65)}@example.com`, 'its address is invalid'],
    [`a@${'b.'.repeat(130)}example`, 'its address is longer than 255 characters'],
  ])('email %j is rejected', async (email, rejected) => {
    expect(await decided('csv', `email,id\n${email},1\n`)).toEqual([{ rejected }]);
  });

  test.each([
    ['B\u00fccher@B\u00dcCHER.example', 'b\u00fccher@xn--bcher-kva.example'],
    ['a@stra\u00dfe.de', 'a@xn--strae-oqa.de'],
    ['  A+b.c@Example.com ', 'a+b.c@example.com'],
  ])('email %j is normalised as by the server', async (email, expected) => {
    expect(await decided('csv', `email\n${email}\n`)).toMatchObject([{ account: { email: expected } }]);
  });

  test.each([
    ['email_verified', 'perhaps', 'its verified flag is neither true nor false'],
    ['disabled', 'no way', 'its disabled flag is neither true nor false'],
    ['first_name', 'A\tda', 'its first name has a control character'],
    ['last_name', 'x'.repeat(256), 'its last name is longer than 255 characters'],
    ['id', 'x'.repeat(256), 'its id is longer than 255 characters'],
  ])('%s %j is rejected', async (heading, cell, rejected) => {
    const text = `email,${heading}\na@example.com,"${cell}"\nb@example.com,\n`;
    expect(await decided('csv', text)).toMatchObject([{ rejected }, { account: { email: 'b@example.com' } }]);
  });

  test('that isn’t a text is rejected', async () => {
    const text = JSON.stringify([
      { email: { of: 'a@example.com' } },
      { email: 'b@example.com', given_name: true },
    ]);
    expect(await decided('auth0', text)).toEqual([
      { rejected: "its address isn't a single value" },
      { rejected: "its first name isn't a text" },
    ]);
  });

  test('with a number that has lost digits is rejected', async () => {
    const user =
      '{"email":"a@example.com","email_verified":true,"identities":[{"provider":"acme","user_id":ID}]}';
    const texts = ['10215937462839461', '9007199254740991'].map((id) => user.replace('ID', id));
    expect(await decided('auth0', texts.join('\n'))).toMatchObject([
      { rejected: "its id at a provider isn't exact" },
      { account: { identities: [{ userId: '9007199254740991' }] } },
    ]);
  });

  test('with the address as a name is no name', async () => {
    expect(await account('auth0', { email: 'A@example.com', name: 'a@example.com' })).toMatchObject({
      firstName: null,
      lastName: null,
    });
  });
});
