/** The record of what seed runs changed. */

import { describe, expect, test } from 'vitest';
import { REALM as SETTINGS_OF_REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Json } from '../../../../scripts/json.ts';
import {
  addRun,
  begin,
  begunUnits,
  type FormerValue,
  recordIn,
  textOf,
} from '../../../../scripts/seed/former-values/record.ts';
import { keyOf, type UnitPath, type Units } from '../../../../scripts/seed/former-values/units.ts';

const NAME: UnitPath = ['realm', 'displayName'];
const units = (...all: [UnitPath, Json][]): Units =>
  new Map(all.map(([path, value]) => [keyOf(path), value]));
const named = (value: string): Units => units([NAME, value]);

describe('a run', () => {
  test('records what it changed, added and removed, and nothing else', () => {
    const before = units(
      [NAME, 'Acme'],
      [['keys', 'old'], { providerId: 'rsa' }],
      [['realm', 'enabled'], true],
    );
    const after = units([NAME, 'Ours'], [['realm', 'loginTheme'], 'linkgate'], [['realm', 'enabled'], true]);
    expect(addRun([], before, after)).toEqual([
      { path: NAME, before: 'Acme', after: 'Ours' },
      { path: ['keys', 'old'], before: { providerId: 'rsa' } },
      { path: ['realm', 'loginTheme'], after: 'linkgate' },
    ]);
  });

  test('takes lists in another order for equal', () => {
    const path: UnitPath = ['realm', 'supportedLocales'];
    expect(addRun([], units([path, ['en', 'de']]), units([path, ['de', 'en']]))).toEqual([]);
  });

  test('stores no secret, but that it changed', () => {
    const path: UnitPath = ['clients', 'shop', 'secret'];
    expect(addRun([], units([path, 'theirs']), units([path, 'ours']))).toEqual([
      { path, before: '(secret)', after: '(secret)' },
    ]);
    expect(begin(units([path, 'theirs']))).toEqual([{ path, before: '(secret)' }]);
  });
});

describe('a later run', () => {
  const first: FormerValue[] = [{ path: NAME, before: 'Acme', after: 'Ours' }];

  test('keeps the first former value of what it changes again', () => {
    expect(addRun(first, named('Ours'), named('Ours 2'))).toEqual([
      { path: NAME, before: 'Acme', after: 'Ours 2' },
    ]);
  });

  test('takes what people set between the runs as the former value', () => {
    expect(addRun(first, named('Theirs'), named('Ours'))).toEqual([
      { path: NAME, before: 'Theirs', after: 'Ours' },
    ]);
  });

  test('forgets a value that it changed back, and keeps those that it leaves alone', () => {
    expect(addRun(first, named('Ours'), named('Acme'))).toEqual([]);
    expect(addRun(first, named('Theirs'), named('Theirs'))).toEqual(first);
  });
});

describe('a run that didn’t end', () => {
  test('counts with the values that it found, and for new clients with today’s', () => {
    const shop: UnitPath = ['clients', 'shop', 'consentRequired'];
    const late: UnitPath = ['clients', 'late', 'consentRequired'];
    const begun = begin(units([NAME, 'Acme'], [shop, false]));
    const today = units([NAME, 'Ours'], [['realm', 'loginTheme'], 'linkgate'], [shop, true], [late, false]);
    expect([...begunUnits(begun, today)].sort()).toEqual(
      [...units([NAME, 'Acme'], [shop, false], [late, false])].sort(),
    );
  });
});

describe('the attribute', () => {
  const attributes = (text: string) => ({ [SETTINGS_OF_REALM.formerValues.name]: text });

  test('is read as it was written, and has nothing that an import would replace', () => {
    const record = {
      incomplete: false,
      values: [{ path: NAME, before: `\${name}`, after: 'Ours' }],
    } as const;
    expect(textOf(record)).not.toContain('$');
    expect(recordIn(attributes(textOf(record)))).toEqual(record);
    expect(recordIn({})).toBeUndefined();
  });

  test('is bounded: clients that don’t fit are counted', () => {
    const long = 'x'.repeat(200_000);
    const values = ['one', 'two', 'three', 'four'].map(
      (name): FormerValue => ({ path: ['clients', name, 'description'], before: long, after: '' }),
    );
    const text = textOf({ incomplete: false, values: [{ path: NAME, before: 'Acme' }, ...values] });
    const record = recordIn(attributes(text));
    expect(record?.values.map(({ path }) => path[1])).toEqual(['displayName', 'one', 'two']);
    expect(record?.omittedClients).toBe(2);
  });

  test.each(['no JSON', '[]', '{"values":1}'])('is rejected if seeding didn’t write it: %s', (text) => {
    expect(() => recordIn(attributes(text))).toThrow(
      `${SETTINGS_OF_REALM.formerValues.name}: isn't what seeding writes`,
    );
  });
});
