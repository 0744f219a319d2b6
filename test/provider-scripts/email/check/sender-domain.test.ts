/** What the check of a sender's domain tells for each kind of route. */
import { describe, expect, test } from 'vitest';
import {
  checkDkim,
  checkLink,
  checkSpf,
  checkTracking,
} from '../../../../provider-scripts/src/email/check/sender-domain.ts';
import { knownOfRoute } from '../../../../provider-scripts/src/email/check/services.ts';
import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import { dnsOf, type Zone } from './zone.ts';

const KEY = `secret=\${vault.key}`;
const P = 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
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
