/** The limits in the realm's attributes. */

import { describe, expect, test } from 'vitest';
import { SETTABLE, SETTABLE_NAMES } from '../../../../provider-scripts/src/platform/limits/limits.ts';
import {
  limitFindings,
  limitWarnings,
  readLimits,
} from '../../../../provider-scripts/src/realm/limits/in-force.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';

function parse(attributes: Record<string, string>) {
  const raw = (name: string) => attributes[name] ?? null;
  return { limits: readLimits(raw), warnings: limitWarnings(raw), findings: limitFindings(raw) };
}

describe('without attributes', () => {
  test('every limit has its default and no caller is exempt', () => {
    const { limits, warnings } = parse({});
    expect([Object.keys(limits.values), limits.exempt, warnings]).toEqual([[...SETTABLE_NAMES], [], []]);
    for (const name of SETTABLE_NAMES) expect(limits.values[name]).toEqual(SETTABLE[name].fallback);
  });
});

describe('an attribute', () => {
  test('replaces the value of its limit and of no other', () => {
    const { limits, warnings } = parse({ 'linkgate.limit.general': ' 7/30 ' });
    expect(limits.values.general).toEqual({ count: 7, seconds: 30 });
    expect(limits.values.session).toEqual(SETTABLE.session.fallback);
    expect(warnings).toEqual([]);
  });

  test('that is empty counts as none', () => {
    const { limits, warnings } = parse({ 'linkgate.limit.general': '' });
    expect(limits.values.general).toEqual(SETTABLE.general.fallback);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['100'],
    ['100/'],
    ['/60'],
    ['0/60'],
    ['5/0'],
    ['-1/60'],
    ['1.5/60'],
    ['1e3/60'],
    ['5/60/60'],
    ['five/60'],
    ['5 60'],
    ['100001/60'],
    ['5/3601'],
    ['9999999999/60'],
  ])('that is malformed or out of range leaves the default, with a warning that names it: %s', (text) => {
    const { limits, warnings, findings } = parse({ 'linkgate.limit.general': text });
    expect(limits.values.general).toEqual(SETTABLE.general.fallback);
    const { fallback, max } = SETTABLE.general;
    expect(warnings).toEqual([
      `linkgate.limit.general is "${text}", which is not of the form count/seconds, up to ${max.count}/${max.seconds}; using ${fallback.count}/${fallback.seconds}`,
    ]);
    expect(findings.map(({ values }) => values)).toEqual([
      { setting: 'linkgate.limit.general', given: text, max: max.count, max_seconds: max.seconds },
    ]);
  });

  test('may give a limit of links a window of a day', () => {
    expect(parse({ 'linkgate.limit.link-email': '1000/86400' }).limits.values['link-email']).toEqual({
      count: 1000,
      seconds: 86_400,
    });
  });
});

describe('exempt callers', () => {
  test('are read from a list', () => {
    expect(parse({ [REALM.exempt.name]: '10.0.0.0/8, ::1' }).limits.exempt).toHaveLength(2);
  });

  test('that are malformed are ignored one by one, with a warning', () => {
    const { limits, warnings } = parse({ [REALM.exempt.name]: '10.0.0.0/8, nonsense, 10.0.0.0/40' });
    expect(limits.exempt).toHaveLength(1);
    expect(warnings).toEqual([
      'linkgate.limit.exempt: "nonsense" is neither an address nor a network; ignored',
      'linkgate.limit.exempt: "10.0.0.0/40" is neither an address nor a network; ignored',
    ]);
  });
});
