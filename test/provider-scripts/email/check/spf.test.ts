/** SPF by the sections of RFC 7208: records, mechanisms, macros and bounds. */
import { describe, expect, test } from 'vitest';
import { evaluateSpf } from '../../../../provider-scripts/src/email/check/spf.ts';
import { dnsOf, type Zone } from './zone.ts';

/** Appendix A of the RFC, with a few more. */
const ZONE: Zone = {
  'example.com A': ['192.0.2.10', '192.0.2.11'],
  'example.com MX': ['10 mail-a.example.com.', '20 mail-b.example.com.'],
  'amy.example.com A': ['192.0.2.65'],
  'bob.example.com A': ['192.0.2.66'],
  'mail-a.example.com A': ['192.0.2.129'],
  'mail-b.example.com A': ['192.0.2.130'],
  'mail-b.example.com AAAA': ['2001:db8:0:0:0:0:0:130'],
  'www.example.com A': ['192.0.2.10', '192.0.2.11'],
  'example.org MX': ['10 mail-c.example.org.'],
  'mail-c.example.org A': ['192.0.2.140'],
  'pass.example TXT': ['"v=spf1 +all"'],
  'soft.example TXT': ['"v=spf1 ~all"'],
  'open.example TXT': ['"v=spf1 ?all"'],
  'failing.example TXT': 'failed',
};

const spf = (record: string, address: string | null, more: Zone = {}, domain = 'example.com') => {
  const { result, trouble } = evaluateSpf(
    dnsOf({ ...ZONE, [`${domain} TXT`]: [`"${record}"`], ...more }),
    domain,
    address,
  );
  return trouble === null ? result : `${result} ${trouble}`;
};

describe('mechanisms (appendix A)', () => {
  test.each([
    ['v=spf1 +all', '192.0.2.129', 'pass'],
    ['v=spf1 a -all', '192.0.2.10', 'pass'],
    ['v=spf1 a -all', '192.0.2.65', 'fail'],
    ['v=spf1 a:example.org -all', '192.0.2.10', 'fail'],
    ['v=spf1 mx -all', '192.0.2.129', 'pass'],
    ['v=spf1 mx -all', '192.0.2.10', 'fail'],
    ['v=spf1 mx -all', '2001:db8::130', 'pass'],
    ['v=spf1 mx:example.org -all', '192.0.2.140', 'pass'],
    ['v=spf1 mx mx:example.org -all', '192.0.2.140', 'pass'],
    ['v=spf1 mx/30 mx:example.org/30 -all', '192.0.2.131', 'pass'],
    ['v=spf1 mx/30 mx:example.org/30 -all', '192.0.2.143', 'pass'],
    ['v=spf1 mx/30 -all', '192.0.2.140', 'fail'],
    ['v=spf1 ip4:192.0.2.128/28 -all', '192.0.2.129', 'pass'],
    ['v=spf1 ip4:192.0.2.128/28 -all', '192.0.2.65', 'fail'],
    ['v=spf1 ip6:2001:db8::/32 -all', '2001:db8:1::2', 'pass'],
    ['v=spf1 ip6:2001:db8::/32 -all', '2001:db9::1', 'fail'],
    ['v=spf1 ip4:192.0.2.0/24 -all', '::ffff:192.0.2.7', 'pass'],
    ['v=spf1 a//64 -all', '2001:db8::1', 'fail'],
    ['v=spf1 ptr -all', '192.0.2.10', 'fail'],
    ['v=spf1 ~all', '192.0.2.10', 'softfail'],
    ['v=spf1 ?all', '192.0.2.10', 'neutral'],
    ['v=spf1', '192.0.2.10', 'neutral'],
    ['V=SPF1 A -ALL', '192.0.2.10', 'pass'],
    ['v=spf1 unknown=thing exp=x.example -all', '192.0.2.10', 'fail'],
    ['v=spf10 +all', '192.0.2.10', 'none'],
  ])('%s for %s: %s', (record, address, result) => {
    expect(spf(record, address)).toBe(result);
  });
});

describe('include and redirect (RFC 7208, sections 5.2 and 6.1)', () => {
  test.each([
    ['v=spf1 include:pass.example -all', 'pass'],
    ['v=spf1 include:soft.example -all', 'fail'],
    ['v=spf1 include:open.example ~all', 'softfail'],
    ['v=spf1 include:none.example -all', 'permerror missing'],
    ['v=spf1 include:failing.example -all', 'temperror'],
    ['v=spf1 redirect=pass.example', 'pass'],
    ['v=spf1 redirect=soft.example', 'softfail'],
    ['v=spf1 redirect=none.example', 'permerror missing'],
    ['v=spf1 redirect=pass.example -all', 'fail'],
  ])('%s: %s', (record, result) => {
    expect(spf(record, '203.0.113.1')).toBe(result);
  });

  test('names what is included on the way, however deep, without an address', () => {
    const zone: Zone = {
      'a.example TXT': ['"v=spf1 include:b.example redirect=c.example"'],
      'b.example TXT': ['"v=spf1 ip4:192.0.2.1 -all"'],
      'c.example TXT': ['"v=spf1 include:d.example ~all"'],
      'd.example TXT': ['"v=spf1 -all"'],
    };
    const { result, includes } = evaluateSpf(dnsOf(zone), 'a.example', null);
    expect([result, includes]).toEqual(['softfail', ['b.example', 'c.example', 'd.example']]);
  });
});

describe('macros (RFC 7208, section 7.4)', () => {
  const exists = (macro: string, name: string, address = '192.0.2.3') =>
    spf(`v=spf1 exists:${macro} -all`, address, { [`${name} A`]: ['127.0.0.2'] }, 'email.example.com');

  test.each([
    ['%{s}.x', 'postmaster@email.example.com.x'],
    ['%{o}.x', 'email.example.com.x'],
    ['%{d4}.x', 'email.example.com.x'],
    ['%{d2}.x', 'example.com.x'],
    ['%{d1}.x', 'com.x'],
    ['%{dr}.x', 'com.example.email.x'],
    ['%{d2r}.x', 'example.email.x'],
    ['%{l}.x', 'postmaster.x'],
    ['%{ir}.%{v}._spf.%{d2}', '3.2.0.192.in-addr._spf.example.com'],
  ])('%s is %s', (macro, name) => {
    // An @ is in no name, and so asked for by nobody.
    expect(exists(macro, name)).toBe(name.includes('@') ? 'fail' : 'pass');
  });

  test('write IPv6 in nibbles', () => {
    const name = '1.0.b.c.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6._spf.example.com';
    expect(exists('%{ir}.%{v}._spf.%{d2}', name, '2001:db8::cb01')).toBe('pass');
  });
});

describe('bounds (RFC 7208, section 4.6.4) and errors', () => {
  const chain = (count: number): Zone =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `i${index}.example TXT`,
        [index + 1 < count ? `"v=spf1 include:i${index + 1}.example -all"` : '"v=spf1 -all"'],
      ]),
    );

  test.each([
    ['v=spf1 include:i0.example -all', chain(10), 'fail'],
    ['v=spf1 include:i0.example -all', chain(11), 'permerror lookups'],
    ['v=spf1 include:example.com -all', {}, 'permerror lookups'],
    [`v=spf1 ${'a:www.example.com '.repeat(11)}-all`, {}, 'permerror lookups'],
    ['v=spf1 a:x1.example a:x2.example a:x3.example -all', {}, 'permerror lookups'],
    ['v=spf1 a:x1.example a:x2.example -all', {}, 'fail'],
    [
      'v=spf1 mx:many.example -all',
      { 'many.example MX': Array.from({ length: 11 }, (_, index) => `10 m${index}.example.`) },
      'permerror lookups',
    ],
    ['v=spf1 a:failing.example -all', { 'failing.example A': 'failed' }, 'temperror'],
    ['v=spf1 bogus -all', {}, 'permerror syntax'],
    ['v=spf1 ip4:192.0.2 -all', {}, 'permerror syntax'],
    ['v=spf1 ip4:192.0.2.1/33 -all', {}, 'permerror syntax'],
    ['v=spf1 ip6:192.0.2.1 -all', {}, 'permerror syntax'],
    ['v=spf1 include: -all', {}, 'permerror syntax'],
    ['v=spf1 -all:x', {}, 'permerror syntax'],
    ['v=spf1 redirect=a.example redirect=b.example', {}, 'permerror syntax'],
  ] as [string, Zone, string][])('%s: %j: %s', (record, zone, result) => {
    expect(spf(record, '203.0.113.1', zone)).toBe(result);
  });

  test('several records are an error, none is none, and a failure is temporary', () => {
    const at = (values: Zone[string] | undefined) =>
      evaluateSpf(dnsOf(values === undefined ? {} : { 'a.example TXT': values }), 'a.example', null).result;
    expect(at(['"v=spf1 -all"', '"v=spf1 +all"'])).toBe('permerror');
    expect(at(['"google-site-verification=x"'])).toBe('none');
    expect(at(undefined)).toBe('none');
    expect(at('failed')).toBe('temperror');
  });

  test('strings of one record belong together without a space', () => {
    const zone: Zone = { 'a.example TXT': ['"v=spf1 ip4:192.0" ".2.1 -all"'] };
    expect(evaluateSpf(dnsOf(zone), 'a.example', '192.0.2.1').result).toBe('pass');
  });
});
