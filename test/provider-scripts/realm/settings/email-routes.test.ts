/** The routes of a realm's emails: how they are written, what is wrong with them, and what is never repeated. */
import { describe, expect, test } from 'vitest';
import { ownAddressOf } from '../../../../provider-scripts/src/realm/settings/email-routes.ts';
import { findingsOf, readSetting, warningsOf } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { showSettings } from '../../../../provider-scripts/src/realm/settings/shown.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';

const { emailRoutes } = REALM;
const KEY = `\${vault.key}`;

const read = (text: string) => readSetting(emailRoutes, text);
const wrong = (text: string) =>
  findingsOf(emailRoutes, text).map(({ id, values }) =>
    `${id} ${values.route ?? ''} ${values.option ?? ''}`.trim(),
  );

/** What an API's route has, besides its name, kind and origin. */
const API = { secret: KEY, stream: '', domain: '', feedback: '' };
/** What a mail server's route has that doesn't report. */
const NO_TOPIC = { topic: '', topicOrigin: '' };

describe('a route', () => {
  test('is the realm’s own mail server, if nothing is set', () => {
    for (const none of [null, '', undefined])
      expect(readSetting(emailRoutes, none)).toEqual([{ name: 'smtp', kind: 'own' }]);
  });

  test.each([
    ['smtp', { name: 'smtp', kind: 'own' }],
    [
      'backup smtp host=mail.acme.example',
      {
        name: 'backup',
        kind: 'smtp',
        host: 'mail.acme.example',
        port: '587',
        tls: 'starttls',
        login: null,
        ...NO_TOPIC,
      },
    ],
    [
      `b smtp host=[2001:db8::1] tls=tls user=linkgate secret=${KEY}`,
      {
        name: 'b',
        kind: 'smtp',
        host: '[2001:db8::1]',
        port: '465',
        tls: 'tls',
        login: { user: 'linkgate', secret: KEY },
        ...NO_TOPIC,
      },
    ],
    [
      'b smtp host=relay tls=none',
      { name: 'b', kind: 'smtp', host: 'relay', port: '25', tls: 'none', login: null, ...NO_TOPIC },
    ],
    [
      `aws ses region=eu-central-1 user=AKIAIOSFODNN7EXAMPLE secret=${KEY}`,
      {
        name: 'aws',
        kind: 'smtp',
        host: 'email-smtp.eu-central-1.amazonaws.com',
        port: '587',
        tls: 'starttls',
        login: { user: 'AKIAIOSFODNN7EXAMPLE', secret: KEY },
        ...NO_TOPIC,
      },
    ],
    [
      `p postmark secret=${KEY}`,
      { name: 'p', kind: 'postmark', origin: 'https://api.postmarkapp.com', ...API },
    ],
    [
      `p postmark stream=sign-in secret=${KEY}`,
      { name: 'p', kind: 'postmark', origin: 'https://api.postmarkapp.com', ...API, stream: 'sign-in' },
    ],
    [`s sendgrid secret=${KEY}`, { name: 's', kind: 'sendgrid', origin: 'https://api.sendgrid.com', ...API }],
    [
      `s sendgrid region=eu secret=${KEY}`,
      { name: 's', kind: 'sendgrid', origin: 'https://api.eu.sendgrid.com', ...API },
    ],
    [`r resend secret=${KEY}`, { name: 'r', kind: 'resend', origin: 'https://api.resend.com', ...API }],
    [
      `m mailgun domain=mg.acme.example region=eu secret=${KEY}`,
      { name: 'm', kind: 'mailgun', origin: 'https://api.eu.mailgun.net', ...API, domain: 'mg.acme.example' },
    ],
    [
      `aws ses region=eu-central-1 user=AKIAIOSFODNN7EXAMPLE secret=${KEY} topic=arn:aws:sns:eu-central-1:123456789012:mail`,
      {
        name: 'aws',
        kind: 'smtp',
        host: 'email-smtp.eu-central-1.amazonaws.com',
        port: '587',
        tls: 'starttls',
        login: { user: 'AKIAIOSFODNN7EXAMPLE', secret: KEY },
        topic: 'arn:aws:sns:eu-central-1:123456789012:mail',
        topicOrigin: '',
      },
    ],
    [
      `r resend secret=${KEY} feedback=${KEY}`,
      { name: 'r', kind: 'resend', origin: 'https://api.resend.com', ...API, feedback: KEY },
    ],
    [
      `r resend secret=${KEY} at=http://127.0.0.1:4711`,
      { name: 'r', kind: 'resend', origin: 'http://127.0.0.1:4711', ...API },
    ],
  ])('is written %s', (text, route) => {
    expect(findingsOf(emailRoutes, text)).toEqual([]);
    expect(read(text)).toEqual([route]);
  });

  test('is one of up to four, in their order', () => {
    const text = `p postmark secret=${KEY} ;smtp; b smtp host=relay tls=none  ;  r resend secret=${KEY}`;
    expect(read(text).map(({ name }) => name)).toEqual(['p', 'smtp', 'b', 'r']);
  });
});

describe('the address that an operator must allow', () => {
  test.each([
    [`r resend secret=${KEY} at=http://127.0.0.1:4711`, '127.0.0.1'],
    [`r resend secret=${KEY} at=http://[::1]:4711`, '::1'],
    [`r resend secret=${KEY}`, 'none'],
    ['r smtp host=127.0.0.1', 'none'],
    ['smtp', 'none'],
  ])('of %s is %s', (text, address) => {
    expect(read(text).map((route) => ownAddressOf(route) ?? 'none')).toEqual([address]);
  });
});

describe('a malformed route', () => {
  test.each([
    ['own', 'route-malformed own'],
    ['smtp smtp host=relay', 'route-malformed smtp'],
    ['Backup postmark', 'route-malformed 1'],
    [';', 'route-malformed 1'],
    ['smtp; b pigeon', 'route-malformed b'],
    ['b constructor', 'route-malformed b'],
    ['b smtp', 'route-option b host'],
    ['b smtp host=a_b', 'route-option b host'],
    ['b smtp host=relay port=0', 'route-option b port'],
    ['b smtp host=relay tls=maybe', 'route-option b tls'],
    ['b smtp host=relay pass=word', 'route-option b pass'],
    ['b smtp host=relay host=relay', 'route-option b host'],
    ['b smtp host=relay user=a', 'route-option b tls'],
    [`b smtp host=relay tls=none user=a secret=${KEY}`, 'route-option b tls'],
    ['b ses region=eu user=AKIAIOSFODNN7EXAMPLE', 'route-secret b'],
    ['b postmark', 'route-secret b'],
    ['b postmark secret=', 'route-secret b'],
    ['b postmark secret=c0ffee', 'route-secret b'],
    [`b postmark secret=\${env.KEY}`, 'route-secret b'],
    [`b postmark secret=x${KEY}`, 'route-secret b'],
    [`b postmark secret=${KEY}x`, 'route-secret b'],
    [`b mailgun secret=${KEY}`, 'route-option b domain'],
    [`b mailgun secret=${KEY} domain=a/../b`, 'route-option b domain'],
    [`b resend secret=${KEY} at=http://mail.example:80`, 'route-option b at'],
    [`b resend secret=${KEY} at=http://localhost:80`, 'route-option b at'],
    [`b resend secret=${KEY} at=http://127.0.0.1:80/admin`, 'route-option b at'],
    [`b resend secret=${KEY} at=http://127.0.0.1.evil.example:80`, 'route-option b at'],
    [`b resend secret=${KEY} at=http://127.0.0.2:80`, 'route-option b at'],
    [`b resend secret=${KEY} at=https://api.evil.example:443`, 'route-option b at'],
    [`b resend secret=${KEY} region=eu`, 'route-option b region'],
    ['smtp;smtp', 'route-twice smtp'],
    [`b resend secret=${KEY};b postmark secret=${KEY}`, 'route-twice b'],
    ['smtp;a smtp host=r;b smtp host=r;c smtp host=r;d smtp host=r', 'routes-number'],
  ])('%s: %s', (text, said) => {
    expect(wrong(text)).toContain(said);
    // The realm's own mail server acts instead.
    expect(read(text)).toEqual([{ name: 'smtp', kind: 'own' }]);
  });

  test.each([
    ['b postmark secret=c0ffee-c0ffee'],
    ['b postmark c0ffee-c0ffee'],
    ['b postmark token=c0ffee-c0ffee'],
    ['b c0ffee-c0ffee'],
    ['c0ffee-c0ffee-c0ffee-c0ffee postmark'],
    ['b smtp host=relay user=a secret=c0ffee-c0ffee;smtp'],
    ['b postmark secret=c0ffee-c0ffee;;'],
    [`b postmark secret=${KEY} c0ffee-c0ffee`],
    [`b postmark secret=c0ffee-c0ffee=${KEY}`],
  ])('never shows what may be a secret: %s', (text) => {
    const [shown] = showSettings({
      level: 'realm',
      realmKind: 'stock',
      raw: (name) => (name === emailRoutes.name ? text : null),
    }).filter(({ name }) => name === emailRoutes.name);
    const said = JSON.stringify([shown, findingsOf(emailRoutes, text), warningsOf(emailRoutes, text)]);
    expect(shown?.findings).not.toEqual([]);
    expect(said).not.toContain('c0ffee');
  });

  test('shows the rest, as far as it is known', () => {
    const text = `b smtp host=relay user=a secret=c0ffee;  p postmark secret=${KEY}`;
    expect(emailRoutes.kind.shown?.(text)).toBe(
      `b smtp host=relay user=a secret=***;  p postmark secret=${KEY}`,
    );
  });
});
