/** The check of the realm's sender on a running server, by a name server of the test, and of an email that arrived. */
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { EmailCheck, ReceivedEmailCheck } from '../../admin-pages/generated/admin-api.d.ts';
import { admin, setMailServer, setRealmAttributes } from '../support/admin.ts';
import { callAdminApi } from '../support/admin-api.ts';
import { makeBackend } from '../support/backend-links.ts';
import { npmRunHere } from '../support/command.ts';
import { type DnsServer, type DnsZone, startDnsServer } from '../support/dns-server.ts';
import { newAddress } from '../support/email.ts';
import { mailServer, onTestEnd, undoAfterEach, use } from '../support/mail-stubs.ts';
import { partPath } from '../support/part.ts';

const KEY =
  'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB';

/** All as it should be, for a sender of `acme.example` by Postmark and by `mail.acme.example`. */
const GOOD: DnsZone = {
  'acme.example TXT': ['v=spf1 include:spf.mtasv.net a:mail.acme.example ~all', 'other=record'],
  'spf.mtasv.net TXT': ['v=spf1 ip4:203.0.114.0/24 ~all'],
  'mail.acme.example A': ['8.8.4.4'],
  'acme.example MX': ['10 mx.acme.example'],
  '2026pm._domainkey.acme.example TXT': [`v=DKIM1; k=rsa; p=${KEY}`],
  '_dmarc.acme.example TXT': [`v=DMARC1; p=reject; rua=mailto:${'a'.repeat(600)}@acme.example`],
};
const ROUTES = `main postmark secret=\${vault.none}; b smtp host=mail.acme.example`;

undoAfterEach();

describe('the check of the sender', () => {
  let dns: DnsServer;
  beforeAll(async () => {
    dns = await startDnsServer();
  });
  afterAll(async () => await dns.close());
  beforeEach(async () => {
    onTestEnd(await setMailServer({ from: 'login@acme.example' }));
    onTestEnd(
      await setRealmAttributes({ 'linkgate.email-routes': ROUTES, 'linkgate.dkim-selectors': '2026pm' }),
    );
  });

  /** What the check says with these records: `check state id`, of the sender's domain and of tracking. */
  async function found(zone: DnsZone): Promise<string[]> {
    dns.serve(zone);
    const { status, json } = await callAdminApi<EmailCheck>('POST', '/email-check');
    expect(status).toBe(200);
    return json.results.map(({ check, state, id }) => `${check} ${state} ${id}`);
  }

  const LINK = 'link unclear link-other';
  const TRACKING = ['tracking good tracking-off', 'tracking unclear tracking-unknown'];

  test('finds all that is right, also in an answer that comes by TCP, and remembers it with its time', async () => {
    const before = Math.floor(Date.now() / 1000);
    expect(await found(GOOD)).toEqual([
      'spf good spf-included',
      'spf good spf-passes',
      'dkim good dkim-found',
      'dkim good dkim-found',
      'dmarc good dmarc-policy',
      'mx good mx-found',
      LINK,
      ...TRACKING,
    ]);
    const { json } = await callAdminApi<EmailCheck>('GET', '/email-check');
    expect(json.checked_at).toBeGreaterThanOrEqual(before);
    expect(json.results).toHaveLength(9);
    expect(json.results[0]).toMatchObject({ domain: 'acme.example', record: GOOD['acme.example TXT']?.[0] });
  });

  test('finds what is missing', async () => {
    expect(await found({})).toEqual([
      'spf unclear spf-service',
      'spf bad spf-missing',
      'dkim bad dkim-missing',
      'dkim bad dkim-missing',
      'dmarc bad dmarc-missing',
      'mx bad mx-missing',
      LINK,
      ...TRACKING,
    ]);
  });

  test.each<[string, DnsZone, string]>([
    ['two SPF records', { 'acme.example TXT': ['v=spf1 -all', 'v=spf1 ~all'] }, 'spf bad spf-several'],
    ['a loop', { 'acme.example TXT': ['v=spf1 include:acme.example -all'] }, 'spf bad spf-lookups'],
    ['a term that is none', { 'acme.example TXT': ['v=spf1 ip4:none -all'] }, 'spf bad spf-malformed'],
    ['another server', { 'acme.example TXT': ['v=spf1 ip4:8.8.8.8 -all'] }, 'spf unclear spf-excludes'],
    ['no answer', { 'acme.example TXT': 'failing' }, 'spf unclear dns-failed'],
    ['a revoked key', { '2026pm._domainkey.acme.example TXT': ['v=DKIM1; p='] }, 'dkim bad dkim-revoked'],
    ['no policy', { '_dmarc.acme.example TXT': ['v=DMARC1; p=none'] }, 'dmarc unclear dmarc-none'],
    ['a null MX', { 'acme.example MX': ['0 .'] }, 'mx bad mx-null'],
  ])('finds %s', async (_, zone, said) => {
    expect(await found({ ...GOOD, ...zone })).toContain(said);
  });

  test('ends within its time if no name server answers, and sends emails meanwhile', async () => {
    const silent = Object.fromEntries(Object.keys(GOOD).map((key) => [key, 'silent' as const]));
    const results = await found({ ...silent, 'acme.example A': 'silent' });
    expect(results.filter((one) => one.endsWith('dns-failed')).length).toBeGreaterThanOrEqual(4);
  });

  test('asks for no name that isn’t one, whatever a record says', async () => {
    await found({
      ...GOOD,
      'acme.example TXT': ['v=spf1 include:a/../b include:%{l}%{s} exists:localhost a:-x.example ~all'],
    });
    const names = dns.asked.map((one) => one.split(' ')[0] ?? '');
    expect(
      names.filter((name) => !/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(name) || name.startsWith('-')),
    ).toEqual([]);
  });

  test('is for administrators who may change the realm', async () => {
    const viewer = await makeBackend(['view-realm']);
    onTestEnd(viewer.remove);
    dns.serve(GOOD);
    expect((await callAdminApi('POST', '/email-check', { token: viewer.token })).status).toBe(403);
    expect(dns.asked).toEqual([]);
    expect((await callAdminApi('GET', '/email-check', { token: viewer.token })).status).toBe(200);
  });

  test('is a command', async () => {
    dns.serve(GOOD);
    const good = await npmRunHere('check-email', ['sender']);
    expect(good.stdout).toContain('the SPF record of acme.example includes spf.mtasv.net');
    expect(good.code).toBe(0);
    dns.serve({});
    expect((await npmRunHere('check-email', ['sender'])).code).toBe(1);
  });
});

describe('an email that arrived', () => {
  async function compared(received: string): Promise<string[]> {
    const { status, json } = await callAdminApi<ReceivedEmailCheck>('POST', '/email-check/received', {
      body: { received },
    });
    expect(status).toBe(200);
    return json.results.map(({ state, id }) => `${state} ${id}`);
  }

  test('has the link that was sent, as a mail server gets it', async () => {
    const stub = await mailServer();
    await use(stub);
    const sender = await makeBackend(['manage-realm']);
    onTestEnd(sender.remove);
    const email = newAddress();
    await (await admin()).users.update({ realm: 'linkgate', id: sender.userId }, { email });
    const { json } = await callAdminApi<{ email: string }>('POST', '/test-email', { token: sender.token });
    expect(json.email).toBe(email);
    const [source = ''] = stub.messages;
    expect(await compared(source)).toEqual(['good link-untouched']);
    const link = `${inject('site').baseUrl}/verify-email`;
    const encoded = (text: string) => text.replace(/=/g, '=3D');
    expect(source).toContain(encoded(link));
    expect(await compared(source.replaceAll(encoded(link), 'https://click.example/x'))).toEqual([
      'bad link-rewritten',
    ]);
    const file = partPath('received.eml');
    await writeFile(file, source);
    expect((await npmRunHere('check-email', ['received', file])).code).toBe(0);
  });

  test('that is too long, or isn’t one, is rejected', async () => {
    const statuses = [];
    for (const received of ['a'.repeat(300_000), 1])
      statuses.push((await callAdminApi('POST', '/email-check/received', { body: { received } })).status);
    expect(statuses).toEqual([413, 400]);
  });
});
