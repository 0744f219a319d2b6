/** The spellings under which an account may be stored. */
import { describe, expect, test } from 'vitest';
import { domainToUnicode } from '../../../../provider-scripts/src/accounts/address/domain.ts';
import { formsOf } from '../../../../provider-scripts/src/accounts/address/forms.ts';

describe('an address is looked for', () => {
  test.each([
    ['unchanged if its domain is ASCII', 'ada@example.com', ['ada@example.com']],
    [
      'with its domain in Unicode as well, composed and decomposed',
      'ada@xn--mller-kva.example',
      ['ada@xn--mller-kva.example', 'ada@m\u00fcller.example', 'ada@mu\u0308ller.example'],
    ],
    [
      'with each label in Unicode',
      'ada@xn--bcher-kva.xn--strae-oqa.de',
      [
        'ada@xn--bcher-kva.xn--strae-oqa.de',
        'ada@b\u00fccher.stra\u00dfe.de',
        'ada@bu\u0308cher.stra\u00dfe.de',
      ],
    ],
    ['once if Unicode has one spelling', 'ada@xn--fiqs8s', ['ada@xn--fiqs8s', 'ada@\u4e2d\u56fd']],
  ])('%s', (_, email, forms) => {
    expect(formsOf(email)).toEqual(forms);
  });

  test('never under another name before the @', () => {
    expect(formsOf('xn--mller-kva@example.com')).toEqual(['xn--mller-kva@example.com']);
  });
});

test('a label that isn’t punycode is unchanged', () => {
  expect(domainToUnicode('xn--\u0000.xn--mller-kva.example')).toBe('xn--\u0000.m\u00fcller.example');
});
