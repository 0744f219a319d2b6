/** The shield by a service: against a server that answers as the services' documentation says, and as it doesn't. */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { requestChange, serveAccountPage } from '../../support/account-page.ts';
import { setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { textOf } from '../../support/check-email-page.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { PATIENT } from '../../support/patience.ts';
import { respond, SHIELD_ON, solve } from '../../support/shield.ts';
import { follow, linkFor, requestLink } from '../../support/sign-in.ts';
import { type Answer, openSiteverify, type Siteverify } from '../../support/siteverify.ts';
import { storeSecret } from '../../support/vault.ts';

const { web, shop } = inject('site').clients;

const SECRET = 'secret-of-the-service';

let service: Siteverify;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  service = await openSiteverify();
  undo.push(service.close, await storeSecret('linkgate', 'shield', SECRET));
});
afterAll(async () => {
  for (const back of undo.reverse()) await back();
});

const perTest: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const back of perTest.splice(0).reverse()) await back();
});

let paths = 0;

/** Has the realm use the service, at an address of its own, so that no earlier failure of it counts. */
async function use(
  name: string,
  more: Record<string, string> = {},
  secret = `\${vault.shield}`,
): Promise<void> {
  paths += 1;
  const at = `${service.origin}/${paths}`;
  const widget = name === 'siteverify' ? ' widget=own-captcha' : '';
  const siteKey = name === 'cap' ? '' : ' site-key=k3y';
  const setting = `${name}${siteKey} secret=${secret} address=${at}/siteverify script=${at}/widget.js${widget}`;
  perTest.push(await setRealmAttributes({ ...SHIELD_ON, 'linkgate.shield-service': setting, ...more }));
}

interface Body {
  error?: string;
  message?: string;
  challenge?: Record<string, unknown>;
}

async function request(
  email: string,
  response?: string,
  { client_id, redirect_uri } = web,
): Promise<Body & { status: number }> {
  const fields = { email, client_id, redirect_uri, scope: 'openid' };
  const sent = await requestLink(response === undefined ? fields : { ...fields, shield_response: response });
  return { ...((await sent.json()) as Body), status: sent.status };
}

/** A widget's response, new each time. */
const newResponse = () => `0.${randomBytes(30).toString('base64url')}`;

async function actionFor(email: string, client = web): Promise<string> {
  return String((await request(email, undefined, client)).challenge?.action);
}

describe('a response', () => {
  test.each<[string, () => Answer, object]>([
    ['hcaptcha', () => ({ success: true, hostname: 'localhost' }), { secret: SECRET, sitekey: 'k3y' }],
    ['recaptcha', () => ({ success: true, hostname: 'localhost' }), { secret: SECRET }],
    [
      'friendly-captcha',
      () => ({ success: true, data: { challenge: { origin: 'http://localhost' } } }),
      { sitekey: 'k3y' },
    ],
    ['cap', () => ({ success: true }), { secret: SECRET }],
    ['siteverify', () => ({ success: true }), { secret: SECRET }],
  ])('of %s sends the email, once', async (name, answer, sent) => {
    await use(name);
    service.answer(answer);
    const email = newAddress();
    const asked = await request(email);
    expect(asked).toMatchObject({ status: 403, error: 'shield_required', challenge: { service: name } });
    const response = newResponse();
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await request(email, response)).status),
    );
    expect(statuses.sort()).toEqual([200, 403, 403, 403, 403]);
    await emailTo(email);
    expect(await emailsTo(email)).toHaveLength(1);
    const { fields, headers } = service.last();
    expect(fields).toEqual({ ...sent, response });
    expect(headers['x-api-key']).toBe(name === 'friendly-captcha' ? SECRET : undefined);
  });

  test('of Turnstile counts for one address and client', async () => {
    await use('turnstile');
    const email = newAddress();
    const action = await actionFor(email);
    service.answer(() => ({ success: true, hostname: 'localhost', action, 'error-codes': [] }));
    expect(await request(newAddress(), newResponse())).toMatchObject({ status: 403 });
    expect(await request(email, newResponse(), shop)).toMatchObject({ status: 403 });
    expect((await request(email, newResponse(), shop)).message).toContain('elsewhere');
    expect(await request(email, newResponse())).toMatchObject({ status: 200 });
    await emailTo(email);
  });

  test.each<[string, Answer, string]>([
    ['for another host', { success: true, hostname: 'evil.example' }, 'elsewhere'],
    ['without a host', { success: true }, 'elsewhere'],
    ['that is wrong', { success: false, 'error-codes': ['invalid-input-response'] }, 'unsolved'],
    ['that the service knows', { success: false, 'error-codes': ['already-seen-response'] }, 'used'],
    ['that is too late', { success: false, 'error-codes': ['expired-input-response'] }, 'expired'],
  ])('%s proves nothing', async (_, answer, reason) => {
    await use('hcaptcha');
    service.answer(() => answer);
    const email = newAddress();
    const rejected = await request(email, newResponse());
    expect(rejected).toMatchObject({ status: 403, challenge: { service: 'hcaptcha' } });
    expect(rejected.message).toContain(reason);
    expect(await emailsTo(email)).toEqual([]);
  });

  test.each([
    ['over 4 KB', 'A'.repeat(4097)],
    ['with a line break', 'A\nB'],
    ['in other letters', 'Ä'],
  ])('%s is not sent to the service', async (_, response) => {
    await use('hcaptcha');
    const before = service.count();
    const { status } = await request(newAddress(), response);
    expect([400, 403]).toContain(status);
    expect(service.count()).toBe(before);
  });
});

const FAILURES: readonly [string, Parameters<Siteverify['answer']>[0]][] = [
  ['doesn’t respond', () => 'silence'],
  ['drips its response', () => 'drip'],
  ['redirects', () => ({ status: 302, location: true })],
  ['fails itself', () => ({ status: 503 })],
  ['sends a page', () => ({ status: 200, text: '<html>' })],
  ['sends 10 MB', () => ({ status: 200, text: 'x'.repeat(10_000_000) })],
];

describe('a service that', () => {
  test.each(FAILURES)('%s is replaced by work', async (_, answer) => {
    await use('hcaptcha');
    service.answer(answer);
    const email = newAddress();
    const { status, challenge } = await request(email, newResponse());
    expect(status).toBe(403);
    expect(challenge).toHaveProperty('parameters');
    expect(await request(email, await solve(challenge as never))).toMatchObject({ status: 200 });
    await emailTo(email);
  });

  test.each(FAILURES)('%s lets nobody through, or everybody, as the realm has it', async (_, answer) => {
    const [closed, open] = [newAddress(), newAddress()];
    await use('hcaptcha', { 'linkgate.shield-failure': 'closed' });
    service.answer(answer);
    expect(await request(closed, newResponse())).toMatchObject({ status: 503 });
    await use('hcaptcha', { 'linkgate.shield-failure': 'open' });
    expect(await request(open, newResponse())).toMatchObject({ status: 200 });
    await emailTo(open);
    expect(await emailsTo(closed)).toEqual([]);
  });

  test('keeps failing rests, and is asked again after a minute at most once', async () => {
    await use('hcaptcha');
    service.answer(() => ({ status: 500 }));
    for (let i = 0; i < 5; i++) await request(newAddress(), newResponse());
    const before = service.count();
    const email = newAddress();
    // Without a response, too: it isn't asked for one that couldn't be verified.
    const { challenge } = await request(email);
    expect(challenge).toHaveProperty('parameters');
    await request(email, newResponse());
    expect(service.count()).toBe(before);
  });

  test('is inside isn’t called', async () => {
    const setting = `siteverify site-key=k secret=\${vault.shield} address=https://10.0.0.1/v`;
    perTest.push(
      await setRealmAttributes({
        ...SHIELD_ON,
        'linkgate.shield-service': `${setting} script=https://w.example/w.js widget=w`,
      }),
    );
    const { challenge } = await request(newAddress(), newResponse());
    expect(challenge).toHaveProperty('parameters');
  });

  test.each<[string, string, Answer]>([
    ['rejects the secret', `\${vault.shield}`, { success: false, 'error-codes': ['invalid-input-secret'] }],
    ['has no secret in the vault', `\${vault.nosuch}`, { success: true, hostname: 'localhost' }],
  ])('%s is a problem on the overview', async (_, secret, answer) => {
    await use('recaptcha', {}, secret);
    service.answer(() => answer);
    const { challenge } = await request(newAddress(), newResponse());
    expect(challenge).toHaveProperty('parameters');
    const ids = async () => {
      const { json } = await callAdminApi<{ problems: { id: string }[] }>('GET', '/problems');
      return json.problems.map(({ id }) => id);
    };
    await vi.waitUntil(async () => (await ids()).includes('shield-service'), PATIENT);
  });
});

describe('a page', () => {
  test('has the widget, and a policy that allows its origin alone', async () => {
    await use('turnstile');
    const agent = new Agent();
    const email = newAddress();
    const asking = await agent.submit(await agent.open(authUrl(web)), { email });
    expect(asking.text).toMatch(/<div class="cf-turnstile" data-sitekey="k3y" data-action="[\w-]{32}"/);
    const policy = asking.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`frame-src 'self' ${service.origin}`);
    expect(policy).toContain("frame-ancestors 'self'");
    for (const name of ['x-frame-options', 'x-content-type-options', 'referrer-policy'])
      expect(asking.headers.get(name)).toBeTruthy();
    const [, action = ''] = /data-action="([^"]*)"/.exec(asking.text) ?? [];
    service.answer(() => ({ success: true, hostname: 'localhost', action }));
    const waiting = await respond(agent, asking, [newResponse()]);
    expect(textOf(waiting)).toContain(email);
    expect(waiting.headers.get('content-security-policy')).not.toContain(service.origin);
    await follow(linkIn(await emailTo(email)), agent);
  });

  test('says that a response proved nothing, and shows work when the service fails', async () => {
    await use('hcaptcha');
    const agent = new Agent();
    const asking = await agent.submit(await agent.open(authUrl(web)), { email: newAddress() });
    service.answer(() => ({ success: false, 'error-codes': ['invalid-input-response'] }));
    const rejected = await respond(agent, asking, [newResponse()]);
    expect(textOf(rejected)).toContain('The solution wasn’t accepted');
    service.answer(() => ({ status: 500 }));
    const working = await respond(agent, rejected, [newResponse()]);
    expect(working.text).toContain('data-challenge=');
    expect(textOf(working)).not.toContain('The solution wasn’t accepted');
  });

  test('of an account says that nothing was sent while the shield is closed', async () => {
    const restore = await serveAccountPage();
    perTest.push(restore);
    const agent = new Agent();
    await follow(await linkFor(newAddress(), web), agent);
    await use('hcaptcha', { 'linkgate.shield-failure': 'closed' });
    service.answer(() => ({ status: 500 }));
    const after = newAddress();
    const asking = await requestChange(agent, after);
    const closed = await respond(agent, asking, [newResponse()]);
    expect(textOf(closed)).not.toContain('We sent a link');
    expect(await emailsTo(after)).toEqual([]);
  });
});

test('a malformed setting means work, and its secret is shown nowhere', async () => {
  perTest.push(
    await setRealmAttributes({
      ...SHIELD_ON,
      'linkgate.shield-service': 'turnstile site-key=k secret=r4w-s3cret',
    }),
  );
  expect((await request(newAddress())).challenge).toHaveProperty('parameters');
  for (const path of ['/settings', '/problems']) {
    const { json } = await callAdminApi('GET', path);
    expect(JSON.stringify(json)).not.toContain('r4w-s3cret');
    expect(JSON.stringify(json)).toContain('shield-secret');
  }
});
