/** What the check of a sender's domain tells for each kind of route. */
import { describe, expect, test } from 'vitest';
import {
  checkDkim,
  checkDmarc,
  checkLink,
  checkMx,
  checkSpf,
  checkTracking,
} from '../../../../provider-scripts/src/email/check/sender-domain.ts';
import { knownOfRoute } from '../../../../provider-scripts/src/email/check/services.ts';
import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import { dnsOf, type Zone } from './zone.ts';

const KEY = `secret=\${vault.key}`;
const P = 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
/** Keys of RSA of 1,024 bits (RFC 6376, appendix C) and of 1,016. */
const RSA_1024 =
  'v=DKIM1; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB';
const RSA_1016 =
  'v=DKIM1; p=MIGeMA0GCSqGSIb3DQEBAQUAA4GMADCBiAKBgACrRBy3y3PZ25edVdVMzG0/cNPhJQxMG1pGrZJQXXdW7FkrY6vS4oAVp0H5jQ5ghgN/oX95mcrGXDDQSyk+W0PioqaDSwVptvsoCCGhjV3EHptIf/tQbKQtnbSCOb0JK0k7txAdqLS1WMR7J+hozLx1nMDKlet5vqa9eYquuvQ/AgMBAAE=';
const DOMAIN = 'mail.acme.example';
const SENDER = { domain: DOMAIN, envelope: DOMAIN, organization: 'acme.example', selectors: [] };

const routesOf = (text: string) =>
  readSetting(REALM.emailRoutes, text).map((route) => knownOfRoute(route, DOMAIN, 'relay.acme.example'));
const said = (all: readonly { state: string; detail: { id: string } }[]) =>
  all.map(({ state, detail }) => `${state} ${detail.id}`);

describe('SPF', () => {
  test.each<[string, Zone, string]>([
    [`p postmark ${KEY}`, {}, 'unclear spf-service'],
    [
      `p postmark ${KEY}`,
      { [`${DOMAIN} TXT`]: ['"v=spf1 include:spf.mtasv.net -all"'], 'spf.mtasv.net TXT': ['"v=spf1 -all"'] },
      'good spf-included',
    ],
    [`p postmark ${KEY}`, { [`${DOMAIN} TXT`]: ['"v=spf1 -all"', '"v=spf1 ~all"'] }, 'bad spf-several'],
    [
      `r resend ${KEY}`,
      {
        [`send.${DOMAIN} TXT`]: ['"v=spf1 include:amazonses.com ~all"'],
        'amazonses.com TXT': ['"v=spf1 -all"'],
      },
      'good spf-included',
    ],
    [
      `m mailgun domain=mg.acme.example ${KEY}`,
      { 'mg.acme.example TXT': ['"v=spf1 include:mailgun.org ~all"'], 'mailgun.org TXT': ['"v=spf1 -all"'] },
      'good spf-included',
    ],
    [
      `m mailgun domain=mg.acme.example ${KEY}`,
      { 'mg.acme.example TXT': ['"v=spf1 ~all"'] },
      'bad spf-excludes',
    ],
    [`s ses region=eu-west-1 user=AKIAIOSFODNN7EXAMPLE ${KEY}`, {}, 'unclear spf-service'],
    [
      'smtp',
      { [`${DOMAIN} TXT`]: ['"v=spf1 ip4:8.8.4.4 -all"'], 'relay.acme.example A': ['8.8.4.4'] },
      'good spf-passes',
    ],
    [
      'smtp',
      { [`${DOMAIN} TXT`]: ['"v=spf1 ip4:8.8.4.4 -all"'], 'relay.acme.example A': ['10.0.0.1'] },
      'unclear spf-internal',
    ],
    [
      'smtp',
      { [`${DOMAIN} TXT`]: ['"v=spf1 -all"'], 'relay.acme.example A': ['8.8.4.4'] },
      'unclear spf-excludes',
    ],
    [
      'smtp',
      { [`${DOMAIN} TXT`]: ['"v=spf1 -all"'], 'relay.acme.example A': 'failed' },
      'unclear dns-failed',
    ],
    ['b smtp host=127.0.0.1', { [`${DOMAIN} TXT`]: ['"v=spf1 -all"'] }, 'unclear spf-internal'],
    ['smtp', { [`${DOMAIN} TXT`]: 'failed' }, 'unclear dns-failed'],
    ['smtp', {}, 'bad spf-missing'],
    ['smtp', { [`${DOMAIN} TXT`]: ['"v=spf1 include:none.example -all"'] }, 'bad spf-include-missing'],
  ])('of %s with %j: %s', (text, zone, result) => {
    expect(said(checkSpf(dnsOf(zone), SENDER, routesOf(text)))).toEqual([result]);
  });

  test('is that of the return path of mail servers', () => {
    const zone: Zone = {
      'bounce.acme.example TXT': ['"v=spf1 a:relay.acme.example -all"'],
      'relay.acme.example A': ['8.8.4.4'],
    };
    const sender = { ...SENDER, envelope: 'bounce.acme.example' };
    expect(said(checkSpf(dnsOf(zone), sender, routesOf('smtp')))).toEqual(['good spf-passes']);
  });
});

describe('DKIM', () => {
  test.each<[string, string[], Zone, string]>([
    ['smtp', [], {}, 'unclear dkim-unknown'],
    ['smtp', ['a'], {}, 'bad dkim-missing'],
    ['smtp', ['a'], { [`a._domainkey.${DOMAIN} TXT`]: [`"${P}"`] }, 'good dkim-found'],
    ['smtp', ['a'], { 'a._domainkey.acme.example TXT': [`"${P}"`] }, 'good dkim-found'],
    [
      'smtp',
      ['a'],
      {
        'a._domainkey.acme.example TXT': [`"${P}"`],
        [`_dmarc.${DOMAIN} TXT`]: ['"v=DMARC1; p=none; adkim=s"'],
      },
      'bad dkim-missing',
    ],
    ['smtp', ['a'], { [`a._domainkey.${DOMAIN} TXT`]: ['"v=DKIM1; p="'] }, 'bad dkim-revoked'],
    [
      'smtp',
      ['a', 'b'],
      { [`a._domainkey.${DOMAIN} TXT`]: ['"v=DKIM1; p="'], [`b._domainkey.${DOMAIN} TXT`]: [`"${P}"`] },
      'good dkim-found',
    ],
    ['smtp', ['a'], { [`a._domainkey.${DOMAIN} TXT`]: [`"${P}; t=y"`] }, 'unclear dkim-test'],
    ['smtp', ['a'], { [`a._domainkey.${DOMAIN} TXT`]: [`"${RSA_1024}"`] }, 'good dkim-found'],
    ['smtp', ['a'], { [`a._domainkey.${DOMAIN} TXT`]: [`"${RSA_1016}"`] }, 'bad dkim-weak'],
    ['smtp', ['a'], { [`a._domainkey.${DOMAIN} TXT`]: 'failed' }, 'unclear dns-failed'],
    [`g sendgrid ${KEY}`, [], { [`s1._domainkey.${DOMAIN} TXT`]: [`"${P}"`] }, 'good dkim-found'],
    [`g sendgrid ${KEY}`, [], {}, 'unclear dkim-missing'],
    [
      `m mailgun domain=mg.acme.example ${KEY}`,
      [],
      { 'pdk1._domainkey.mg.acme.example TXT': [`"${P}"`] },
      'good dkim-found',
    ],
  ])('of %s with %j and %j: %s', (text, selectors, zone, result) => {
    expect(said(checkDkim(dnsOf(zone), { ...SENDER, selectors }, routesOf(text)))).toEqual([result]);
  });
});

describe('DMARC', () => {
  test.each<[Zone, string]>([
    [{}, 'bad dmarc-missing'],
    [{ '_dmarc.acme.example TXT': ['"v=DMARC1; p=none"'] }, 'unclear dmarc-none'],
    [{ '_dmarc.acme.example TXT': ['"v=DMARC1; p=quarantine"'] }, 'good dmarc-policy'],
    [{ [`_dmarc.${DOMAIN} TXT`]: ['"v=DMARC1; p=a"'] }, 'bad dmarc-malformed'],
    [{ [`_dmarc.${DOMAIN} TXT`]: ['"v=DMARC1; p=none"', '"v=DMARC1; p=none"'] }, 'bad dmarc-several'],
    [{ [`_dmarc.${DOMAIN} TXT`]: 'failed' }, 'unclear dns-failed'],
  ])('with %j: %s', (zone, result) => {
    expect(said([checkDmarc(dnsOf(zone), SENDER)])).toEqual([result]);
  });
});

describe('responses', () => {
  test.each<[Zone, string]>([
    [{ [`${DOMAIN} MX`]: ['10 mx.acme.example.'] }, 'good mx-found'],
    [{ [`${DOMAIN} MX`]: ['0 .'] }, 'bad mx-null'],
    [{ [`${DOMAIN} MX`]: ['0 .', '10 mx.acme.example.'] }, 'good mx-found'],
    [{ [`${DOMAIN} A`]: ['8.8.4.4'] }, 'unclear mx-address'],
    [{}, 'bad mx-missing'],
    [{ [`${DOMAIN} MX`]: 'failed', [`${DOMAIN} A`]: ['8.8.4.4'] }, 'unclear dns-failed'],
    [{ [`${DOMAIN} A`]: 'failed' }, 'unclear dns-failed'],
  ])('to a sender with %j: %s', (zone, result) => {
    expect(said([checkMx(dnsOf(zone), DOMAIN)])).toEqual([result]);
  });
});

test('a link is expected below the sender’s domain', () => {
  const at = (host: string, organization: string) => checkLink(SENDER, { host, organization }).detail.id;
  expect(at('id.acme.example', 'acme.example')).toBe('link-same');
  expect(at('id.other.example', 'other.example')).toBe('link-other');
});

test('only requests that say so turn click tracking off', () => {
  const text = `p postmark ${KEY}; r resend ${KEY}; smtp`;
  expect(said(checkTracking(routesOf(text)))).toEqual([
    'good tracking-off',
    'unclear tracking-service',
    'unclear tracking-unknown',
  ]);
});
