/** The table of settings: what is said of each value, and what acts. */
import { describe, expect, test } from 'vitest';
import { attributeFindings } from '../../../../provider-scripts/src/realm/settings/attributes.ts';
import { findingsOf, readSetting, warningsOf } from '../../../../provider-scripts/src/realm/settings/read.ts';
import {
  FORMER_NAMES,
  SETTINGS,
  type Setting,
} from '../../../../provider-scripts/src/realm/settings/table.ts';
import { textOf } from '../../../../provider-scripts/src/realm/settings/words.ts';
import { repeat } from '../../../engine/repeat.ts';

const ALL = Object.values(SETTINGS).flat();
const SWITCHES = ALL.filter(({ kind: { choices } }) => choices?.includes('true') && choices.length === 2);

/** What acts instead of a malformed value, as the table's text. */
const safe = ({ malformed, absent }: Setting) => malformed ?? absent;

/** The value that a text of the table stands for. */
const valueFor = (setting: Setting, text: string) => readSetting(setting, text);

describe('a setting', () => {
  test.each(Object.entries(SETTINGS))('of a %s has a name of its own, and words', (_, settings) => {
    const names = settings.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const one of settings) {
      expect(textOf(one).label, one.name).toMatch(/\S/);
      expect(textOf(one).text, one.name).toMatch(/\.$/);
      expect(FORMER_NAMES[one.name], one.name).toBe(undefined);
    }
  });

  test.each(ALL)('has its default without a text, and nothing is said: $level $name', (setting) => {
    for (const none of [undefined, null, '']) {
      expect(readSetting(setting, none)).toEqual(valueFor(setting, setting.absent));
      expect(findingsOf(setting, none)).toEqual([]);
    }
    if (setting.absent !== '') expect(findingsOf(setting, setting.absent)).toEqual([]);
    if (setting.malformed !== undefined) expect(findingsOf(setting, setting.malformed)).toEqual([]);
  });

  test.each(ALL.filter(({ writer }) => writer !== 'linkgate'))(
    'that is malformed is said, and the safe side acts: $level $name',
    (setting) => {
      const { bounds, maxLimit, maxLength, choices } = setting.kind;
      const malformed = [
        ...(bounds === undefined ? [] : [String(bounds.min - 1), String(bounds.max + 1), '1.5']),
        ...(maxLimit === undefined ? [] : [`${maxLimit.count + 1}/1`, `1/${maxLimit.seconds + 1}`, '0/1']),
        ...(maxLength === undefined ? [] : [repeat('x', maxLength + 1), 'two\nlines']),
        ...(choices === undefined ? [] : ['on', 'TRUE', ' true', repeat('x', 5000)]),
        '\u0000',
      ];
      for (const text of malformed) {
        expect(findingsOf(setting, text), JSON.stringify(text)).not.toEqual([]);
        expect(readSetting(setting, text)).toEqual(valueFor(setting, safe(setting)));
        expect(warningsOf(setting, text)[0]).toContain(setting.name);
      }
    },
  );

  test.each(SWITCHES)('that is a switch is true or false, and nothing else: $level $name', (setting) => {
    expect(readSetting(setting, 'true')).toBe(true);
    expect(readSetting(setting, 'false')).toBe(false);
    for (const text of ['on', 'off', 'TRUE', 'True', 'yes', '1', ' true', 'true ']) {
      expect(readSetting(setting, text), text).toBe(safe(setting) === 'true');
      expect(warningsOf(setting, text)).toEqual([
        `${setting.name} is "${text}", which is not one of true, false; using ${setting.inherits && setting.malformed === undefined ? 'the flow’s' : safe(setting)}`,
      ]);
    }
  });

  test('of a file that isn’t a text is read like one', () => {
    expect(attributeFindings('realm', { 'linkgate.passkeys': true })).toEqual([]);
    expect(attributeFindings('realm', { 'linkgate.passkeys': 1 }).map(({ id }) => id)).toEqual([
      'value-not-one-of',
    ]);
    expect(attributeFindings('realm', { 'linkgate.passkeys': ['true'] }).map(({ id }) => id)).toEqual([
      'value-not-one-of',
    ]);
  });
});

describe('of attributes', () => {
  test('others than Linkgate’s, and empty ones, nothing is said', () => {
    expect(attributeFindings('realm', { frontendUrl: 'x', 'linkgate.nothing': '' })).toEqual([]);
  });

  test.each(Object.entries(FORMER_NAMES).filter(([name]) => name.startsWith('linkgate.')))(
    'with a former name, the new one is said: %s',
    (name, now) => {
      for (const level of ['realm', 'client'] as const)
        expect(attributeFindings(level, { [name]: 'true' })[0]).toMatchObject({
          id: 'setting-former',
          values: { setting: name, now },
        });
    },
  );

  test('with an unknown name, it is said', () => {
    expect(attributeFindings('client', { 'linkgate.pass-keys': 'true' })[0]).toMatchObject({
      id: 'setting-unknown',
      values: { setting: 'linkgate.pass-keys' },
      message: 'linkgate.pass-keys is no setting of Linkgate; it has no effect',
    });
  });
});
