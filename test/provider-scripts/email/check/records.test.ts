/** How records of DKIM and DMARC are read, and whose a domain is. */
import { describe, expect, test } from 'vitest';
import { organizationOf } from '../../../../provider-scripts/src/accounts/address/public-suffix.ts';
import { bytesOfBase64 } from '../../../../provider-scripts/src/email/check/base64.ts';
import { readDkimKey } from '../../../../provider-scripts/src/email/check/dkim.ts';
import { findDmarc } from '../../../../provider-scripts/src/email/check/dmarc.ts';
import { isDnsName, textOfRecord } from '../../../../provider-scripts/src/email/check/dns.ts';
import { dnsOf, type Zone } from './zone.ts';

/** The key of RFC 6376, appendix C, of 1,024 bits. */
const RSA_1024 =
  'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB';
/** The same key alone (RFC 8017, section A.1.1). */
const RSA_ALONE =
  'MIGJAoGBAPAhE/9QLdIGwSYapn1klbf8OQygZ4udCDV9afv/Ni0jE3ZKcUKPE4Iob2/dviNh9xM2HmKNKyrrfW4Ei0truh36/9G10LZTMnWVZP3jupH5FxpzaBu2j80yonR/N9WMfg64qGK11j21/qZzAaNo0FxZOggyY9I8N1A81RhyRxDZAgMBAAE=';
/** That of RFC 8463, appendix A. */
const ED25519 = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';

describe('a key of DKIM (RFC 6376, section 3.6.1)', () => {
  test.each([
    [`v=DKIM1; k=rsa; p=${RSA_1024}`, 'found rsa 1024'],
    [`p=${RSA_1024}`, 'found rsa 1024'],
    [`p=${RSA_ALONE}`, 'found rsa 1024'],
    [`v=DKIM1; t=y:s; p=${RSA_1024}`, 'found rsa 1024 test'],
    [`v=DKIM1; p=${RSA_1024.slice(0, 90)} ${RSA_1024.slice(90)};`, 'found rsa 1024'],
    [`v=DKIM1; k=ed25519; p=${ED25519}`, 'found ed25519 256'],
    [`v=DKIM1; k=ed25519; p=${RSA_1024}`, 'malformed'],
    [`k=rsa; v=DKIM1; p=${RSA_1024}`, 'malformed'],
    [`v=DKIM2; p=${RSA_1024}`, 'malformed'],
    ['v=DKIM1; p=', 'revoked'],
    ['v=DKIM1; k=rsa', 'malformed'],
    ['v=DKIM1; p=%%%', 'malformed'],
    ['v=DKIM1; p=AAAA', 'malformed'],
    [`v=DKIM1; p=${RSA_1024.slice(0, 60)}`, 'malformed'],
    ['nothing', 'malformed'],
  ])('%s: %s', (record, read) => {
    const key = readDkimKey(record);
    const said =
      key.state === 'found' ? `found ${key.kind} ${key.bits}${key.isTest ? ' test' : ''}` : key.state;
    expect(said).toBe(read);
  });
});

describe('a policy of DMARC (RFC 7489, section 6.3)', () => {
  const said = (zone: Zone, domain = 'mail.acme.example', organization = 'acme.example') => {
    const found = findDmarc(dnsOf(zone), domain, organization);
    return found.state === 'found' ? `${found.policy} at ${found.at}` : found.state;
  };
  const own = (record: string) => ({ '_dmarc.mail.acme.example TXT': [`"${record}"`] });
  const above = (record: string) => ({ '_dmarc.acme.example TXT': [`"${record}"`] });

  test.each([
    [own('v=DMARC1; p=reject'), 'reject at mail.acme.example'],
    [own('v=DMARC1;p=Quarantine; pct=50;'), 'quarantine at mail.acme.example'],
    [own('v=DMARC1; p=none'), 'none at mail.acme.example'],
    [above('v=DMARC1; p=reject'), 'reject at acme.example'],
    [above('v=DMARC1; p=reject; sp=none'), 'none at acme.example'],
    [{ ...own('v=DMARC1; p=none'), ...above('v=DMARC1; p=reject') }, 'none at mail.acme.example'],
    [own('v=DMARC1; p=nothing'), 'malformed'],
    [own('v=DMARC1; p=nothing; rua=mailto:a@acme.example'), 'none at mail.acme.example'],
    [own('v=DMARC2; p=reject'), 'missing'],
    [own('p=reject; v=DMARC1'), 'missing'],
    [{ '_dmarc.mail.acme.example TXT': ['"v=DMARC1; p=none"', '"v=DMARC1; p=reject"'] }, 'several'],
    [{}, 'missing'],
    [{ '_dmarc.mail.acme.example TXT': 'failed' }, 'failed'],
  ] as [Zone, string][])('%j: %s', (zone, result) => {
    expect(said(zone)).toBe(result);
  });

  test('tells which alignment must be strict', () => {
    const found = findDmarc(
      dnsOf(own('v=DMARC1; p=reject; adkim=s; aspf=r')),
      'mail.acme.example',
      'acme.example',
    );
    expect(found).toMatchObject({ strictDkim: true, strictSpf: false });
  });
});

describe('an organization', () => {
  const RULES = ['com', 'uk', 'co.uk', '*.ck', '!www.ck', 'jp', 'city.kawasaki.jp'];
  test.each([
    ['acme.com', 'acme.com'],
    ['a.b.acme.com', 'acme.com'],
    ['mail.acme.co.uk', 'acme.co.uk'],
    ['a.shop.foo.ck', 'shop.foo.ck'],
    ['a.www.ck', 'www.ck'],
    ['mail.acme.example', 'acme.example'],
    ['localhost', 'localhost'],
    ['co.uk', 'co.uk'],
  ])('of %s is %s', (domain, organization) => {
    expect(organizationOf(domain, (line) => RULES.includes(line))).toBe(organization);
  });
});

describe('records and names', () => {
  test.each([
    ['"a b" "c"', 'a bc'],
    ['a', 'a'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ['a b', 'ab'],
    ['""', ''],
  ])('%s is %s', (shown, text) => {
    expect(textOfRecord(shown)).toBe(text);
  });

  test.each([
    ['a.example', true],
    ['_dmarc.a-b.example', true],
    ['localhost', false],
    ['a..example', false],
    ['a/b.example', false],
    ['-a.example', false],
    [`${'a'.repeat(64)}.example`, false],
    [`${'a.'.repeat(126)}example`, false],
  ])('%s: %s', (name, isName) => {
    expect(isDnsName(name)).toBe(isName);
  });

  test.each([
    ['QUJD', 'ABC'],
    ['QUI=', 'AB'],
    ['QQ==', 'A'],
    ['QQ', 'A'],
    ['', 'none'],
    ['Q', 'none'],
    ['Q*==', 'none'],
  ])('%s in Base64 is %s', (text, read) => {
    const bytes = bytesOfBase64(text);
    expect(bytes === null ? 'none' : bytes.map((byte) => String.fromCharCode(byte)).join('')).toBe(read);
  });
});
