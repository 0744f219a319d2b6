/** The rate policies in the realm's attributes. */
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../../provider-scripts/src/platform/errors/finding.ts';
import { POLICIES, POLICY_NAMES } from '../../../../provider-scripts/src/platform/limits/limits.ts';
import {
  EXEMPT_ATTRIBUTE,
  parsePolicies,
} from '../../../../provider-scripts/src/realm/rate-limit/policies.ts';

function parse(attributes: Record<string, string>) {
  const warnings: Finding[] = [];
  const policies = parsePolicies(
    (name) => attributes[name] ?? null,
    (_, found) => warnings.push(found),
  );
  return { policies, warnings };
}

describe('without attributes', () => {
  test('every policy has its default and no caller is exempt', () => {
    const { policies, warnings } = parse({});
    expect([Object.keys(policies.rates), policies.exempt, warnings]).toEqual([[...POLICY_NAMES], [], []]);
    for (const name of POLICY_NAMES) expect(policies.rates[name]).toEqual(POLICIES[name].fallback);
  });
});

describe('an attribute', () => {
  test('replaces the limit of its policy and of no other', () => {
    const { policies, warnings } = parse({ 'linkgate.rate.general': ' 7/30 ' });
    expect(policies.rates.general).toEqual({ count: 7, seconds: 30 });
    expect(policies.rates.session).toEqual(POLICIES.session.fallback);
    expect(warnings).toEqual([]);
  });

  test('that is empty counts as none', () => {
    const { policies, warnings } = parse({ 'linkgate.rate.general': '' });
    expect(policies.rates.general).toEqual(POLICIES.general.fallback);
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
    const { policies, warnings } = parse({ 'linkgate.rate.general': text });
    expect(policies.rates.general).toEqual(POLICIES.general.fallback);
    expect(warnings).toHaveLength(1);
    const { fallback, max } = POLICIES.general;
    expect(warnings[0]?.message ?? '').toMatch(
      new RegExp(`^linkgate\\.rate\\.general: .*using ${fallback.count}/${fallback.seconds}$`),
    );
    expect(warnings[0]?.values).toEqual({
      attribute: 'linkgate.rate.general',
      max: max.count,
      max_seconds: max.seconds,
      used: fallback.count,
      used_seconds: fallback.seconds,
    });
  });

  test('may give a link policy a window of a day', () => {
    expect(parse({ 'linkgate.rate.link-email': '1000/86400' }).policies.rates['link-email']).toEqual({
      count: 1000,
      seconds: 86_400,
    });
  });
});

describe('exempt callers', () => {
  test('are read from a list', () => {
    expect(parse({ [EXEMPT_ATTRIBUTE]: '10.0.0.0/8, ::1' }).policies.exempt).toHaveLength(2);
  });

  test('that are malformed are ignored one by one, with a warning', () => {
    const { policies, warnings } = parse({ [EXEMPT_ATTRIBUTE]: '10.0.0.0/8, nonsense, 10.0.0.0/40' });
    expect(policies.exempt).toHaveLength(1);
    expect(warnings.map(({ message }) => message)).toEqual([
      'linkgate.rate.exempt: "nonsense" is not a CIDR; ignored',
      'linkgate.rate.exempt: "10.0.0.0/40" is not a CIDR; ignored',
    ]);
  });
});
