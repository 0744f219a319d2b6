/** Domains in ASCII: those that IDNA 2003 maps to another one keep their letters. */
import { describe, expect, test } from 'vitest';
import { domainToAscii, type Idna2003 } from '../../../../provider-scripts/src/accounts/address/domain.ts';
import { normaliseAddress } from '../../../../provider-scripts/src/accounts/address/normalise.ts';

/** The IDNA 2003 forms of these tests' few texts; the first form is Unicode, the second ASCII. */
const KNOWN: Record<string, readonly [string, string]> = {
  'b\u00fccher': ['b\u00fccher', 'xn--bcher-kva'],
  'B\u00dcCHER': ['b\u00fccher', 'xn--bcher-kva'],
  '\u0392\u038c\u039b\u039f': ['\u03b2\u03cc\u03bb\u03bf', 'xn--nxasm4c'],
  '\u03b2\u03cc\u03bb\u03bf': ['\u03b2\u03cc\u03bb\u03bf', 'xn--nxasm4c'],
  '\u2026a': ['...a', '...a'],
};
const IDNA: Idna2003 = {
  toAscii: (text) => KNOWN[text]?.[1] ?? text,
  toUnicode: (text) => {
    for (const [unicode, ascii] of Object.keys(KNOWN).map((name) => KNOWN[name] ?? ['', '']))
      if (ascii === text) return unicode;
    return text;
  },
};
const toAscii = (domain: string) => domainToAscii(domain, IDNA);

describe('a domain in ASCII', () => {
  test.each([
    ['has a sharp s as itself', 'stra\u00dfe.de', 'xn--strae-oqa.de'],
    ['in capitals has a sharp s as itself', 'STRA\u00dfE.DE', 'xn--strae-oqa.DE'],
    ['has several sharp s', 'gro\u00dfma\u00df.example', 'xn--groma-nqac.example'],
    ['has a final sigma as itself', '\u03b2\u03cc\u03bb\u03bf\u03c2.example', 'xn--nxasmm1c.example'],
    [
      'in capitals has a final sigma as itself',
      '\u0392\u038c\u039b\u039f\u03c2.example',
      'xn--nxasmm1c.example',
    ],
    ['has its other labels as before', 'b\u00fccher.stra\u00dfe.de', 'xn--bcher-kva.xn--strae-oqa.de'],
    ['has dots for those of other scripts', 'stra\u00dfe\u3002de', 'xn--strae-oqa.de'],
    ['without such letters is as before', 'b\u00fccher', 'xn--bcher-kva'],
    ['is unchanged', 'xn--strae-oqa.de', 'xn--strae-oqa.de'],
  ])('%s', (_, domain, expected) => {
    expect(toAscii(domain)).toBe(expected);
  });

  test.each([
    ['a joiner', 'a\u200db.example', 'a joiner'],
    ['a joiner that separates', 'a\u200cb.example', 'a joiner'],
    ['a joiner beside a sharp s', 'stra\u200d\u00dfe.de', 'a joiner'],
    ['a hyphen before a sharp s', '-\u00df.example', 'not a label'],
    ['a hyphen after a sharp s', '\u00df-.example', 'not a label'],
    ['the beginning of punycode', 'xn--stra\u00dfe.example', 'not a label'],
    ['a character that maps to dots', '\u2026a\u00df.example', 'not a label'],
  ])('doesn’t exist with %s', (_, domain, why) => {
    expect(() => toAscii(domain)).toThrow(why);
  });

  test('is that of an address, which is rejected without one', () => {
    expect(normaliseAddress('Ada@Stra\u00dfe.de', toAscii)).toBe('ada@xn--strae-oqa.de');
    expect(normaliseAddress('ada@stra\u00dfe..de', toAscii)).toBe(null);
    expect(normaliseAddress('ada@a\u200db.example', toAscii)).toBe(null);
    expect(normaliseAddress('ada@my_stra\u00dfe.example', toAscii)).toBe(null);
  });
});
