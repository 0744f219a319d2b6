/** A client's branding, and values that aren't safe to show. */

import { describe, expect, test } from 'vitest';
import {
  brandingIn,
  mergeBranding,
  readBranding,
} from '../../../../provider-scripts/src/realm/branding/branding.ts';
import { BRANDING_LIMITS } from '../../../../provider-scripts/src/realm/settings/choices.ts';
import {
  ALL_BRANDING_ATTRIBUTES,
  type BrandingAttribute,
} from '../../../../provider-scripts/src/realm/settings/table.ts';
import { repeat } from '../../../engine/repeat.ts';

const read = (values: Partial<Record<BrandingAttribute, string>>) => {
  const { branding, problems } = readBranding((name) => values[name] ?? null);
  return { branding, problems: problems.map(({ text }) => text) };
};

const NOT_A_LOGO = 'linkgate.branding.logo: not an https URL';
const LOGO_START = 'https://example.com/';
const LONGEST_LOGO = LOGO_START + repeat('a', BRANDING_LIMITS.logo - LOGO_START.length);

describe('a branding', () => {
  test('without any value is empty', () => {
    expect(read({})).toEqual({ branding: {}, problems: [] });
  });

  test('omits empty values silently', () => {
    const empty = { logo: '', 'primary-color': '', text: '', subject: '', 'sender-name': '' };
    expect(read(empty)).toEqual({ branding: {}, problems: [] });
  });

  test('has every value, and a readable text colour for each colour', () => {
    const values = {
      logo: 'https://example.com/logo.svg',
      'primary-color': '#003366',
      'background-color': '#FFFF00',
      text: 'Welcome to <Example> & friends',
      subject: 'Your link \u2013 \u00c9xample',
      'sender-name': 'Example \ud83d\udd11',
    };
    expect(read(values)).toEqual({
      branding: {
        logo: 'https://example.com/logo.svg',
        primaryColor: '#003366',
        onPrimaryColor: '#ffffff',
        backgroundColor: '#FFFF00',
        onBackgroundColor: '#000000',
        text: 'Welcome to <Example> & friends',
        subject: 'Your link \u2013 \u00c9xample',
        senderName: 'Example \ud83d\udd11',
      },
      problems: [],
    });
  });

  test('is read from the attributes that are declared, each of them once', () => {
    const readNames: string[] = [];
    readBranding((name) => {
      readNames.push(name);
      return null;
    });
    expect(readNames.sort()).toEqual([...ALL_BRANDING_ATTRIBUTES].sort());
  });

  test('keeps its valid values next to invalid ones', () => {
    expect(read({ logo: 'http://example.com/logo.svg', subject: 'Your link' })).toEqual({
      branding: { subject: 'Your link' },
      problems: [NOT_A_LOGO],
    });
  });

  test('names the attribute of a wrong value', () => {
    const { problems } = readBranding((name) => (name === 'logo' ? 'logo.svg' : null));
    const rejection = { id: 'https-url', values: { max: BRANDING_LIMITS.logo }, message: 'not an https URL' };
    expect(problems).toMatchObject([{ attribute: 'logo', rejection }]);
  });

  test('has a line for every wrong value', () => {
    const wrong = {
      logo: 'logo.svg',
      'primary-color': 'red',
      'background-color': '#abc',
      text: 'one\ntwo',
      subject: 'one\rtwo',
      'sender-name': 'one\u0000two',
    };
    expect(read(wrong)).toEqual({
      branding: {},
      problems: [
        NOT_A_LOGO,
        'linkgate.branding.primary-color: not a colour like #1a2b3c',
        'linkgate.branding.background-color: not a colour like #1a2b3c',
        'linkgate.branding.text: not one line of at most 1000 characters',
        'linkgate.branding.subject: not one line of at most 200 characters',
        'linkgate.branding.sender-name: not one line of at most 100 characters',
      ],
    });
  });
});

describe('a logo', () => {
  test.each([
    ['a host alone', 'https://example.com'],
    ['a port', 'https://example.com:8443/logo.png'],
    ['a query with brackets', 'https://example.com/logo?size[]=2&v=1'],
    ['an escaped character', 'https://example.com/my%20logo.png'],
    ['a URL as long as the limit', LONGEST_LOGO],
  ])('may be %s', (_, logo) => {
    expect(read({ logo })).toEqual({ branding: { logo }, problems: [] });
  });

  test.each([
    ['a URL too long by one', `${LONGEST_LOGO}a`],
    ['a URL without encryption', 'http://example.com/logo.png'],
    ['a script', 'javascript:alert(1)'],
    ['its own data', 'data:image/svg+xml,<svg/>'],
    ['a path', '/logo.png'],
    ['a URL relative to the page’s scheme', '//example.com/logo.png'],
    ['https in capitals', 'HTTPS://example.com/logo.png'],
    ['a URL without a host', 'https:///logo.png'],
    ['a URL with a user', 'https://user@example.com/logo.png'],
    ['a host outside ASCII', 'https://b\u00fccher.example/logo.png'],
    ['a URL with a double quote', 'https://example.com/"onerror="x'],
    ['a URL with a single quote', "https://example.com/'x"],
    ['a URL with markup', 'https://example.com/<script>'],
    ['a URL with a bracket that ends CSS url()', 'https://example.com/x)'],
    ['a URL with a backslash', 'https://example.com/\\x'],
    ['a URL with a space', 'https://example.com/my logo.png'],
    ['a URL with a fragment', 'https://example.com/#x'],
    ['a URL with a line break after it', 'https://example.com/logo.png\n'],
    ['a second line with a URL', 'x\nhttps://example.com/logo.png'],
    ['a port of six digits', 'https://example.com:123456/'],
  ])('can’t be %s', (_, logo) => {
    expect(read({ logo })).toEqual({ branding: {}, problems: [NOT_A_LOGO] });
  });
});

const TEXTS = [
  ['text', 'text', BRANDING_LIMITS.text],
  ['subject', 'subject', BRANDING_LIMITS.subject],
  ['sender-name', 'senderName', BRANDING_LIMITS.senderName],
] as const;

for (const [attribute, field, limit] of TEXTS) {
  const problems = [`linkgate.branding.${attribute}: not one line of at most ${limit} characters`];

  describe(`the ${attribute}`, () => {
    test('may be as long as the limit', () => {
      const longest = repeat('x', limit);
      expect(read({ [attribute]: longest })).toEqual({ branding: { [field]: longest }, problems: [] });
    });

    test('can’t be longer by one', () => {
      expect(read({ [attribute]: repeat('x', limit + 1) })).toEqual({ branding: {}, problems });
    });

    test.each([
      ['a line break', 'x\nBcc: eve@example.com'],
      ['a line break at its end', 'x\n'],
      ['a carriage return', 'x\rBcc: eve@example.com'],
      ['a tab', 'x\ty'],
      ['NUL', 'x\u0000'],
      ['an escape', 'x\u001b[31m'],
      ['DEL', 'x\u007f'],
      ['a line separator', 'x\u2028y'],
      ['a paragraph separator', 'x\u2029y'],
    ])('can’t have %s in it', (_, value) => {
      expect(read({ [attribute]: value })).toEqual({ branding: {}, problems });
    });
  });
}

test('accepts an uploaded logo by its identifier, and nothing that only begins like it', () => {
  const uploaded = `uploaded:${repeat('a', 43)}`;
  expect(read({ logo: uploaded })).toEqual({ branding: { logo: uploaded }, problems: [] });
  expect(read({ logo: `${uploaded}"` }).problems).toEqual([NOT_A_LOGO]);
});

describe('texts in several languages', () => {
  const realm = read({
    text: 'Hello',
    'text.de': 'Hallo',
    'subject.de': 'Ihr Link',
    'primary-color': '#003366',
  }).branding;

  test('are used in their language, others in every language without an own text', () => {
    expect(brandingIn(realm, 'de-AT')).toMatchObject({ text: 'Hallo', subject: 'Ihr Link' });
    expect(brandingIn(realm, 'fr')).toEqual({
      text: 'Hello',
      primaryColor: '#003366',
      onPrimaryColor: '#ffffff',
    });
  });

  test('are inherited from the realm, unless the client has such a text in any language', () => {
    const client = read({ 'text.fr': 'Bonjour' }).branding;
    const merged = mergeBranding(client, realm);
    expect(brandingIn(merged, 'de')).toEqual({
      subject: 'Ihr Link',
      primaryColor: '#003366',
      onPrimaryColor: '#ffffff',
    });
    expect(brandingIn(merged, 'fr').text).toBe('Bonjour');
    expect(mergeBranding({}, realm)).toEqual(realm);
    expect(mergeBranding(client, {})).toEqual(client);
  });
});

test.each(
  [
    'https://evil.test/login now',
    'Sign in at evil.test/login',
    'Go to www.evil.test',
    'Write to help@evil.test',
    'Your account is locked, 192.0.2.1 tells why',
    'evil\uff0etest',
  ].flatMap((text) =>
    ['text', 'subject', 'sender-name', 'text.de', 'subject.ja'].map((name) => [name, text]),
  ),
)('ignores the %s %j, of which mail programs make a link', (name, text) => {
  const { branding, problems } = readBranding((asked) => (asked === name ? (text ?? null) : null));
  expect(branding).toEqual({});
  expect(problems.map(({ attribute }) => attribute)).toEqual([name]);
});
