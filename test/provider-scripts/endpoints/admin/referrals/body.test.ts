/** The JSON body that creates a referral code. */
import { describe, expect, test } from 'vitest';
import {
  MAX_USES_LIMIT,
  readReferralInput,
} from '../../../../../provider-scripts/src/endpoints/admin/referrals/body.ts';
import { repeat } from '../../../../engine/repeat.ts';

const NOW = 1_700_000_000;
const DEFAULTS = { code: null, note: null, maxUses: 1, expiresAt: null, clientId: null, dryRun: false };

const read = (fields: object) => readReferralInput(JSON.stringify(fields), NOW);
const wrong = (field: string, id: string, values: object, message: string) => ({
  details: [{ field, id, values, message }],
});

const WRONG_CODE = wrong('code', 'code-shape', { min: 6, max: 64 }, '6 to 64 letters, digits, "-" or "_"');
const WRONG_USES = wrong(
  'max_uses',
  'whole-number',
  { min: 1, max: 1_000_000 },
  'a whole number from 1 to 1000000',
);
const WRONG_END = wrong('expires_at', 'in-future', {}, 'Unix seconds in the future');

describe('a request to create a code', () => {
  test('may be empty: a generated code with one use', () => {
    expect(read({})).toEqual({ input: DEFAULTS });
  });

  test('may set everything', () => {
    const all = {
      code: 'BETA-2025',
      note: ' For the fair ',
      max_uses: 50,
      expires_at: NOW + 60,
      client_id: 'demo-web',
      dry_run: true,
    };
    const input = {
      code: 'BETA-2025',
      note: 'For the fair',
      maxUses: 50,
      expiresAt: NOW + 60,
      clientId: 'demo-web',
      dryRun: true,
    };
    expect(read(all)).toEqual({ input });
  });

  test('may have null for defaults of Linkgate', () => {
    expect(read({ code: null, expires_at: null, client_id: null })).toEqual({ input: DEFAULTS });
  });

  test('names unknown fields, and inherits none', () => {
    const text = '{"uses":-5,"constructor":1,"__proto__":{"code":"LENT-CODE","max_uses":1000}}';
    const choices = 'code, note, max_uses, expires_at, client_id, dry_run';
    const unknown = (field: string) => wrong(field, 'choice', { choices }, `unknown; use one of ${choices}`);
    expect(readReferralInput(text, NOW)).toEqual({
      details: ['uses', 'constructor', '__proto__'].flatMap((field) => unknown(field).details),
    });
  });

  test.each([
    ['empty', '', 'not JSON'],
    ['cut off', '{"code":', 'not JSON'],
    ['nested without an end', repeat('[', 16_000), 'not JSON'],
    ['null', 'null', 'not a JSON object'],
    ['an array', '[]', 'not a JSON object'],
    ['a text', '"BETA-2025"', 'not a JSON object'],
  ])('is rejected when it is %s', (_, text, message) => {
    expect(readReferralInput(text, NOW)).toEqual(wrong('body', 'wrong-type', {}, message));
  });

  test('reports every error', () => {
    expect(read({ code: 'x', max_uses: 0, expires_at: 0, client_id: 7 })).toEqual({
      details: [
        ...WRONG_CODE.details,
        ...WRONG_USES.details,
        ...WRONG_END.details,
        { field: 'client_id', id: 'wrong-type', values: {}, message: 'not a string' },
      ],
    });
  });
});

describe('a chosen code', () => {
  test.each([
    ['the shortest', 'abc-d_9'],
    ['the longest', repeat('Z', 64)],
    ['the name of an inherited property', '__proto__'],
  ])('may be %s', (_, code) => {
    expect(read({ code })).toEqual({ input: { ...DEFAULTS, code } });
  });

  test.each([
    ['empty', ''],
    ['too short by one', 'abcde'],
    ['too short without its dash', 'abc-de'],
    ['too long by one', repeat('Z', 65)],
    ['with a space', 'BETA 2025'],
    ['with a line break after it', 'BETA-2025\n'],
    ['with a letter outside ASCII', 'B\u00c9TA-2025'],
    ['a number', 123_456],
    ['an array with a code', ['BETA-2025']],
  ])('can’t be %s', (_, code) => {
    expect(read({ code })).toEqual(WRONG_CODE);
  });
});

describe('the uses', () => {
  test.each([
    ['1', 1],
    ['as many as the limit', MAX_USES_LIMIT],
  ])('may be %s', (_, uses) => {
    expect(read({ max_uses: uses })).toEqual({ input: { ...DEFAULTS, maxUses: uses } });
  });

  test.each([
    ['none', 0],
    ['negative', -1],
    ['more than the limit by one', MAX_USES_LIMIT + 1],
    ['a fraction', 1.5],
    ['a text', '5'],
    ['a boolean', true],
    ['null', null],
    ['an array with a number', [5]],
  ])('can’t be %s', (_, uses) => {
    expect(read({ max_uses: uses })).toEqual(WRONG_USES);
  });

  test('can’t exceed the range of a number', () => {
    expect(readReferralInput('{"max_uses":1e400}', NOW)).toEqual(WRONG_USES);
  });

  test('may have an exponent or a decimal point', () => {
    expect(readReferralInput('{"max_uses":1e3}', NOW)).toEqual({ input: { ...DEFAULTS, maxUses: 1000 } });
    expect(readReferralInput('{"max_uses":5.0}', NOW)).toEqual({ input: { ...DEFAULTS, maxUses: 5 } });
  });
});

describe('the expiry', () => {
  test.each([
    ['the next second', NOW + 1],
    ['the last second of the year 9999', 253_402_300_799],
  ])('may be %s', (_, end) => {
    expect(read({ expires_at: end })).toEqual({ input: { ...DEFAULTS, expiresAt: end } });
  });

  test.each([
    ['now', NOW],
    ['zero', 0],
    ['in the year 10000', 253_402_300_800],
    ['in milliseconds', (NOW + 60) * 1000],
    ['a fraction of a second away', NOW + 0.5],
    ['a fraction', NOW + 1.5],
    ['a text', String(NOW + 60)],
    ['a date', '2099-01-01T00:00:00Z'],
    ['a boolean', true],
  ])('can’t be %s', (_, end) => {
    expect(read({ expires_at: end })).toEqual(WRONG_END);
  });

  test('can’t be infinitely far away', () => {
    expect(readReferralInput('{"expires_at":1e400}', NOW)).toEqual(WRONG_END);
  });
});
