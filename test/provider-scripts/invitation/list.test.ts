/** Lists of users to invite: each line is validated separately. */
import { describe, expect, test } from 'vitest';
import { normaliseAddress } from '../../../provider-scripts/src/address/normalise.ts';
import { adminRejection } from '../../../provider-scripts/src/errors/problem.ts';
import { type Defaults, MAX_LINES, validateList } from '../../../provider-scripts/src/invitation/list.ts';
import { problemWithName } from '../../../provider-scripts/src/invitation/wording.ts';

const KNOWN = {
  normalise: (email: string) => normaliseAddress(email, (domain) => domain),
  languages: ['en', 'de'],
  client: (clientId: string) =>
    clientId === 'shop' ? { uuid: 'uuid-shop' } : { wrong: adminRejection('client_unknown') },
};
const DEFAULTS: Defaults = { language: null, client_id: 'shop' };

const validate = (text: string, defaults = DEFAULTS) => validateList(text, defaults, KNOWN);

describe('a list', () => {
  test('has its columns in the default order, or in the header’s', () => {
    const ada = { line: 1, email: 'ada@example.com', name: 'Ada', language: 'de', clientUuid: 'uuid-shop' };
    expect(validate('Ada@Example.com,Ada,de,shop')).toEqual({ valid: [ada], invalid: [] });
    expect(validate('Name;E-Mail;Other;Language\nAda;ada@example.com;x;de-AT')).toEqual({
      valid: [{ ...ada, line: 2 }],
      invalid: [],
    });
  });

  test('accepts addresses as email clients copy them, whose name is used if the line has none', () => {
    const lines = 'Ada Lovelace <ada@example.com>\n<bob@example.com>,Bob\nEve <eve@example.com>,Evelyn';
    const validated = validate(lines);
    expect('valid' in validated ? validated.valid.map(({ email, name }) => [email, name]) : []).toEqual([
      ['ada@example.com', 'Ada Lovelace'],
      ['bob@example.com', 'Bob'],
      ['eve@example.com', 'Evelyn'],
    ]);
  });

  test('has defaults for omitted columns', () => {
    expect(validate('ada@example.com', { language: 'de', client_id: 'shop' })).toEqual({
      valid: [{ line: 1, email: 'ada@example.com', name: null, language: 'de', clientUuid: 'uuid-shop' }],
      invalid: [],
    });
  });

  test('has every line validated, and retains the valid ones', () => {
    const validated = validate(
      [
        'ada@example.com',
        'nobody',
        'ADA@example.com',
        'bob@example.com,www.bob.example',
        'eve@example.com,,tlh',
        'zoe@example.com,,,other',
        ',Nobody',
      ].join('\n'),
    );
    expect(validated).toEqual({
      valid: [{ line: 1, email: 'ada@example.com', name: null, language: null, clientUuid: 'uuid-shop' }],
      invalid: [
        {
          line: 2,
          field: 'email',
          id: 'undeliverable',
          values: {},
          message: 'not an address that email can be sent to',
        },
        { line: 3, field: 'email', id: 'twice', values: { line: 1 }, message: 'is in line 1 already' },
        { line: 4, field: 'name', ...problemWithName('www.bob.example') },
        {
          line: 5,
          field: 'language',
          id: 'choice',
          values: { choices: 'en, de' },
          message: 'use one of en, de',
        },
        { line: 6, field: 'client_id', id: 'no-client', values: {}, message: 'there is no such client' },
        { line: 7, field: 'email', id: 'required', values: {}, message: 'required' },
      ],
    });
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
  ])('"%s" is invalid: %s', (text, id, values, message) => {
    expect(validate(text)).toEqual({ problem: { id, values, message } });
  });

  test('has a maximum length', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, i) => `a${i}@example.com`).join('\n');
    const max = validate(lines(MAX_LINES));
    expect('valid' in max ? max.valid.length : 0).toBe(MAX_LINES);
    const message = `has more than ${MAX_LINES} lines`;
    expect(validate(lines(MAX_LINES + 1))).toEqual({
      problem: { id: 'too-many-lines', values: { max: MAX_LINES }, message },
    });
  });
});
