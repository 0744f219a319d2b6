/** Lists of users to invite: each line is validated separately. */
import { describe, expect, test } from 'vitest';
import { normaliseAddress } from '../../../../provider-scripts/src/accounts/address/normalise.ts';
import {
  type Defaults,
  type RealmData,
  validateDefaults,
} from '../../../../provider-scripts/src/links/invitation/invitee.ts';
import { MAX_LINES, validateList } from '../../../../provider-scripts/src/links/invitation/list.ts';
import { problemWithName } from '../../../../provider-scripts/src/links/invitation/wording.ts';
import { adminRejection } from '../../../../provider-scripts/src/platform/errors/problem.ts';

const KNOWN: RealmData = {
  normalise: (email) => {
    const address = normaliseAddress(email, (domain) => domain);
    return address === null ? { wrong: adminRejection('not_an_email_address') } : { address };
  },
  languages: ['en', 'de'],
  client: (clientId) =>
    clientId === 'shop' ? { uuid: 'uuid-shop' } : { wrong: adminRejection('client_unknown') },
};
const DEFAULTS: Defaults = { language: null, client_id: 'shop' };

const validate = (text: string, defaults = DEFAULTS) => {
  const validated = validateList(text, defaults, KNOWN);
  if ('problem' in validated) throw new Error(validated.problem.message);
  return validated;
};

/** The valid lines' numbers, addresses and names. */
const usersIn = (text: string) =>
  validate(text).valid.map(({ line, email, firstName, lastName }) => [line, email, firstName, lastName]);

describe('a list', () => {
  const ada = {
    line: 1,
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: null,
    language: 'de',
    clientUuid: 'uuid-shop',
  };

  test('has its columns in the default order, or in the header’s', () => {
    expect(validate('Ada@Example.com,Ada,de,shop').valid).toEqual([
      { ...ada, source: 'Ada@Example.com,Ada,de,shop' },
    ]);
    expect(validate('\ufeffName;E-Mail;Language\nAda;ada@example.com;de-AT')).toEqual({
      valid: [{ ...ada, line: 2, source: 'Ada;ada@example.com;de-AT' }],
      invalid: [],
      heading: 'Name;E-Mail;Language',
      ignored: [],
    });
  });

  test.each([
    ['First name,Last_Name,Email address', 'Ada,Lovelace,ada@example.com'],
    ['Vorname;Nachname;E-Mail-Adresse', 'Ada;Lovelace;ada@example.com'],
    ['Vorname;Name;E-Mail', 'Ada;Lovelace;ada@example.com'],
    ['Prénom;Nom;Courriel', 'Ada;Lovelace;ada@example.com'],
    ['Nombre;Apellidos;Correo electrónico', 'Ada;Lovelace;ada@example.com'],
    ['名,姓,メールアドレス', 'Ada,Lovelace,ada@example.com'],
    ['الاسم الأول,اسم العائلة,البريد الإلكتروني', 'Ada,Lovelace,ada@example.com'],
    ['Full name,Mail', '"Lovelace, Ada",ada@example.com'],
  ])('has the names of its users in the columns "%s"', (heading, line) => {
    expect(usersIn(`${heading}\n${line}`)).toEqual([[2, 'ada@example.com', 'Ada', 'Lovelace']]);
  });

  test('names the columns that it doesn’t use', () => {
    const text = 'Email,Phone,E-Mail,,Name\nada@example.com,1,bob@example.com,2,Ada,,more';
    expect(validate(text)).toMatchObject({
      valid: [{ email: 'ada@example.com', firstName: 'Ada' }],
      ignored: ['Phone', 'E-Mail', '#7'],
    });
    expect(validate('ada@example.com,Ada,de,shop,1').ignored).toEqual(['#5']);
  });

  test('accepts addresses as email clients copy them, whose name is used if the line has none', () => {
    const lines = [
      'Ada Lovelace (Sales) <ada@example.com>',
      '<bob@example.com>,Bob',
      'Eve <eve@example.com>,Evelyn',
      '"Lovelace, Zoe" <zoe@example.com>',
      'Lovelace, Tim <tim@example.com>',
    ];
    expect(usersIn(lines.join('\n'))).toEqual([
      [1, 'ada@example.com', 'Ada', 'Lovelace'],
      [2, 'bob@example.com', 'Bob', null],
      [3, 'eve@example.com', 'Evelyn', null],
      [4, 'zoe@example.com', 'Zoe', 'Lovelace'],
      [5, 'tim@example.com', 'Tim', 'Lovelace'],
    ]);
  });

  test.each([
    ['commas', 'a@example.com, b@example.com,c@example.com'],
    ['semicolons', 'a@example.com; b@example.com;c@example.com;'],
    ['names', 'Ann <a@example.com>, "Bo, B." <b@example.com>, Cy <c@example.com>'],
    ['names with commas', 'Bell, Ann <a@example.com>; Bo <b@example.com>; c@example.com'],
    ['a header', 'E-Mail\na@example.com, b@example.com\nc@example.com'],
  ])('has several addresses in a line, with %s', (_, text) => {
    expect(validate(`${text}\n\nd@example.com`)).toMatchObject({
      valid: ['a', 'b', 'c', 'd'].map((name) => ({ email: `${name}@example.com` })),
      invalid: [],
    });
  });

  test('does not invite the address in a column that it doesn’t use', () => {
    expect(usersIn('Email;Manager\na@example.com;b@example.com')).toEqual([[2, 'a@example.com', null, null]]);
  });

  test('reports the address of a line that is wrong, not the others', () => {
    const text = 'a@example.com, b@example.com, nobody, A@example.com';
    expect(validate(text).invalid.map(({ line, source, id }) => [line, source, id])).toEqual([
      [1, 'nobody', 'no-address'],
      [1, 'A@example.com', 'twice'],
    ]);
  });

  test('has defaults for omitted columns', () => {
    expect(validate('ada@example.com', { language: 'de', client_id: 'shop' }).valid).toEqual([
      { ...ada, firstName: null, source: 'ada@example.com' },
    ]);
  });

  test('has every line validated, and retains the valid ones', () => {
    const lines = [
      'ada@example.com',
      'nobody',
      'ADA@example.com',
      'bob@example.com,www.bob.example',
      'eve@example.com,,tlh',
      'zoe@example.com,,,other',
      ',Nobody',
      'tom@example.com,Tom <b>',
    ];
    const { valid, invalid } = validate(lines.join('\n'));
    expect(valid.map(({ email }) => email)).toEqual(['ada@example.com']);
    expect(invalid).toEqual([
      wrong(2, 'email', null, { id: 'no-address', values: {}, message: 'not an email address' }),
      wrong(3, 'email', 'ada@example.com', {
        id: 'twice',
        values: { line: 1 },
        message: 'is in line 1 already',
      }),
      wrong(4, 'name', 'bob@example.com', problemWithName('www.bob.example')),
      wrong(5, 'language', 'eve@example.com', {
        id: 'choice',
        values: { choices: 'en, de' },
        message: 'use one of en, de',
      }),
      wrong(6, 'client_id', 'zoe@example.com', {
        id: 'no-client',
        values: {},
        message: 'there is no such client',
      }),
      wrong(7, 'email', null, { id: 'required', values: {}, message: 'required' }),
      wrong(8, 'name', 'tom@example.com', {
        id: 'name-character',
        values: { character: '<' },
        message: "a name can't contain <",
      }),
    ]);
    function wrong(line: number, field: string, email: string | null, why: object | null) {
      return { line, source: lines[line - 1], field, email, ...why };
    }
  });

  test.each([
    ['', 'no-lines', {}, 'has no lines'],
    ['email,name', 'heading-only', {}, 'has no lines but the heading'],
    [
      'a@example.com\n"b',
      'quote',
      { line: 2 },
      'line 2: a quoted field is never closed, or is followed by other text',
    ],
    [
      '"a@example.com',
      'quote',
      { line: 1 },
      'line 1: a quoted field is never closed, or is followed by other text',
    ],
  ])('"%s" is invalid: %s', (text, id, values, message) => {
    expect(validateList(text, DEFAULTS, KNOWN)).toEqual({ problem: { id, values, message } });
  });

  test('has a maximum length', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, i) => `a${i}@example.com`).join('\n');
    expect(validate(lines(MAX_LINES)).valid).toHaveLength(MAX_LINES);
    const message = `has more than ${MAX_LINES} lines`;
    expect(validateList(lines(MAX_LINES + 1), DEFAULTS, KNOWN)).toEqual({
      problem: { id: 'too-many-lines', values: { max: MAX_LINES }, message },
    });
  });

  test.each([
    ['one line of very many characters', 'a'.repeat(2_000_000), 'too-long'],
    ['one line of very many addresses', 'a@example.com,'.repeat(100_000), 'too-long'],
    ['lines of many addresses', `${'a@example.com,'.repeat(4000)}\n`.repeat(30), 'too-many-lines'],
    ['lines of many separators', `@${';'.repeat(60_000)}\n`.repeat(30), 'too-many-lines'],
    ['very many empty lines', '\n'.repeat(1_000_000), 'too-many-lines'],
  ])('that would cost too much is rejected before it is validated: %s', (_, text, id) => {
    const looked: string[] = [];
    const counting: RealmData = {
      ...KNOWN,
      normalise: (email) => {
        looked.push(email);
        return KNOWN.normalise(email);
      },
    };
    expect(validateList(text, DEFAULTS, counting)).toMatchObject({ problem: { id } });
    expect(looked).toEqual([]);
  });
});

test.each<[language: string | null, client: string | null, wrong: string]>([
  [null, null, ''],
  ['', '', ''],
  ['de-AT', 'shop', ''],
  ['xx', 'shop', 'language'],
  [null, 'shp', 'client_id'],
  ['xx', 'shp', 'language, client_id'],
])('the default language %s and client %s by themselves are rejected at: %s', (language, client, wrong) => {
  const fields = validateDefaults({ language, client_id: client }, KNOWN).map(({ field }) => field);
  expect(fields.join(', ')).toBe(wrong);
});
