/** The limits of links: 20 an hour to an email address, 100 an hour from an IP address, exact (contract, section 8). */
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { freePort } from '../../../scripts/server/ports.ts';
import { admin, setMailPort, setRealmAttributes } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { requestOnPage, requireCode, textOf } from '../../support/check-email-page.ts';
import { submitAddress } from '../../support/chooser.ts';
import { type Email, emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { newCaller } from '../../support/from-address.ts';
import { limitStatusIn, requestLinkFrom, statuses, together } from '../../support/limits.ts';
import { follow, submitConsent } from '../../support/sign-in.ts';

const { clients } = inject('site');
/** So that only the limits of links are reached. */
const WIDE = { 'linkgate.limit.general': '10000/60' };

/** A link that was requested on the page, and followed there if `follows` is true. */
async function ordered(agent: Agent, email: string, follows?: Agent): Promise<Email> {
  await requestOnPage(agent, email, clients.web);
  const message = await emailTo(email);
  if (follows !== undefined) await follow(linkIn(message), follows);
  return message;
}

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const restore of undo.splice(0).reverse()) await restore();
});

async function setAttributes(attributes: Record<string, string>): Promise<void> {
  undo.push(await setRealmAttributes({ ...WIDE, ...attributes }));
}

describe('an address', () => {
  test('gets 20 links an hour and no more, even when 50 are requested at once from many places', async () => {
    const email = newAddress();
    const responses = await together(50, async () => requestLinkFrom(newCaller(), email));
    const sent = () => responses.filter(({ status }) => status === 200).length;
    expect(sent()).toBeLessThanOrEqual(20);
    // Too many emails at once may exceed the queue: these are rejected and don't count.
    expect(sent() + (statuses(responses)[429] ?? 0) + (statuses(responses)[503] ?? 0)).toBe(50);
    while (sent() < 20) {
      const response = await requestLinkFrom(newCaller(), email);
      expect(response.status).toBe(200);
      responses.push(response);
    }
    responses.push(await requestLinkFrom(newCaller(), email));
    expect(await emailsTo(email)).toHaveLength(20);
    const rejected = responses.pop();
    expect(rejected?.status).toBe(429);
    expect(rejected && limitStatusIn(rejected)).toEqual({
      limit: 20,
      remaining: 0,
      reset: expect.toSatisfy((seconds: number) => seconds > 3000 && seconds <= 3600),
    });
    expect(rejected?.headers['retry-after']).toBe(rejected?.headers['ratelimit-reset']);
    expect(JSON.parse(rejected?.text ?? '')).toEqual({
      error: 'too_many_requests',
      message: expect.stringMatching(/try again in \d+ seconds/),
    });
    const link = linkIn(await emailTo(email));
    expect((await follow(link)).searchParams.get('code'), 'a link sent before works').not.toBeNull();
  });

  test('is counted as one across spellings', async () => {
    await setAttributes({ 'linkgate.limit.link-email': '2/3600' });
    const email = newAddress();
    const spellings = [email, email.toUpperCase(), ` ${email} `];
    const responses = [];
    for (const spelling of spellings) responses.push(await requestLinkFrom(newCaller(), spelling));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  const SUB_ADDRESSES = (local: string) => ['', '+1', '+two'].map((part) => `${local}${part}@example.test`);
  const DOTTED = (local: string) =>
    [local, `${local[0]}.${local.slice(1)}`, [...local].join('.')].map((part) => `${part}@dotless.test`);

  test.each([
    ['off', {}, SUB_ADDRESSES, [200, 200, 200]],
    ['on', { 'linkgate.limit-sub-addresses': 'true' }, SUB_ADDRESSES, [200, 200, 429]],
    ['for dots', { 'linkgate.limit-dotless-domains': 'dotless.test' }, DOTTED, [200, 200, 429]],
  ])('is counted with those of the same mailbox: %s', async (_, attributes, addressesOf, expected) => {
    await setAttributes({ ...attributes, 'linkgate.limit.link-email': '2/3600' });
    const addresses = addressesOf(randomBytes(8).toString('hex'));
    const responses = [];
    for (const address of addresses) responses.push(await requestLinkFrom(newCaller(), address));
    expect(responses.map(({ status }) => status)).toEqual(expected);
  });

  test('without an account, and one whose account is disabled, count the same', async () => {
    await setAttributes({ 'linkgate.limit.link-email': '1/3600' });
    const disabled = newAddress('disabled');
    await (await admin()).users.create({
      realm: 'linkgate',
      username: disabled,
      email: disabled,
      enabled: false,
    });
    for (const email of [newAddress('nobody'), disabled]) {
      expect((await requestLinkFrom(newCaller(), email)).status).toBe(200);
      expect((await requestLinkFrom(newCaller(), email)).status).toBe(429);
    }
  });

  test('doesn’t reveal its count: callers see their own requests, and its limit once it rejects', async () => {
    await setAttributes({ 'linkgate.limit.link-email': '3/3600' });
    const email = newAddress();
    for (const time of [1, 2]) {
      const response = await requestLinkFrom(newCaller(), email);
      const unused = await requestLinkFrom(newCaller(), newAddress());
      expect([response.status, limitStatusIn(response)], `request ${time}`).toEqual([
        200,
        limitStatusIn(unused),
      ]);
      expect(limitStatusIn(response)).toMatchObject({ limit: 100, remaining: 99 });
    }
    const agent = new Agent();
    const page = await agent.submit(await agent.open(authUrl(clients.web)), { email });
    expect(page.headers.get('ratelimit-limit')).not.toBe('3');
    const rejected = await requestLinkFrom(newCaller(), email);
    expect([rejected.status, limitStatusIn(rejected)]).toMatchObject([429, { limit: 3, remaining: 0 }]);
  });

  test('reserves three links an hour for browsers in which it has signed in, when others have used up the rest', async () => {
    await setAttributes({ 'linkgate.limit.link-email': '2/3600' });
    const [email, own, stranger] = [newAddress(), new Agent(), new Agent()];
    await follow(linkIn(await ordered(own, email)), own);
    await ordered(stranger, newAddress(), stranger);
    expect((await requestLinkFrom(newCaller(), email)).status).toBe(200);
    const request = async (agent: Agent) => {
      const page = await agent.open(authUrl(clients.web, { fields: { prompt: 'login' } }));
      return await submitAddress(agent, page, email);
    };
    expect((await request(stranger)).status).toBe(429);
    for (let left = 3; left > 0; left--) expect((await request(own)).status, `${left} left`).toBe(200);
    const rejected = await request(own);
    expect([rejected.status, textOf(rejected)]).toEqual([
      429,
      expect.stringContaining('or open the latest email that we sent you.'),
    ]);
    expect((await requestLinkFrom(newCaller(), email)).status).toBe(429);
    expect(await emailsTo(email)).toHaveLength(5);
  });

  test('is counted for callers that are exempt, too', async () => {
    await setAttributes({ 'linkgate.limit.link-email': '1/3600' });
    const email = newAddress();
    const responses = [await requestLinkFrom('127.0.0.1', email), await requestLinkFrom('127.0.0.1', email)];
    expect(responses.map(({ status }) => status)).toEqual([200, 429]);
  });
});

describe('an IP address', () => {
  test('gets 100 links an hour and no more, across recipients', async () => {
    await setAttributes({});
    const caller = newCaller();
    const responses = [];
    for (let round = 0; round < 11; round++) {
      responses.push(...(await together(10, async () => requestLinkFrom(caller, newAddress()))));
    }
    expect(statuses(responses)).toEqual({ 200: 100, 429: 10 });
    expect((await requestLinkFrom(newCaller(), newAddress())).status).toBe(200);
  });

  test('that is over its limit uses nothing of an address’s limit', async () => {
    await setAttributes({ 'linkgate.limit.link-email': '2/3600', 'linkgate.limit.link-ip': '1/3600' });
    const [caller, email] = [newCaller(), newAddress()];
    await requestLinkFrom(caller, newAddress());
    expect((await requestLinkFrom(caller, email)).status).toBe(429);
    const responses = [await requestLinkFrom(newCaller(), email), await requestLinkFrom(newCaller(), email)];
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('on the "check your email" page', () => {
  test('a user over the limit stays there, sees how long to wait, and can use the code from the email', async () => {
    await setAttributes({ 'linkgate.limit.link-email': '1/3600' });
    const [agent, email] = [new Agent(), newAddress()];
    const checkEmail = await requestOnPage(agent, email, clients.web);
    const page = await agent.submit(checkEmail, { action: 'resend' });
    expect(page.status).toBe(429);
    expect(textOf(page)).toMatch(/Try again in one hour/);
    const code = requireCode(await emailTo(email));
    expect(
      (await submitConsent(agent, await agent.submit(page, { code }))).searchParams.get('code'),
    ).toBeTruthy();
  });
});

describe('a link isn’t counted', () => {
  test('when the request is rejected for another reason', async () => {
    await setAttributes({ 'linkgate.limit.link-email': '1/3600' });
    const [caller, email] = [newCaller(), newAddress()];
    const wrong = [
      { client_id: 'nobody' },
      { redirect_uri: 'https://elsewhere.example/' },
      { scope: 'everything' },
      { state: 'x'.repeat(2000) },
    ];
    for (const fields of wrong) {
      const { status } = await requestLinkFrom(caller, email, fields);
      expect([400, 401]).toContain(status);
    }
    expect((await requestLinkFrom(caller, email)).status).toBe(200);
  });

  test('when its email can’t be sent', async () => {
    await setAttributes({ 'linkgate.limit.link-email': '1/3600', 'linkgate.limit.link-ip': '1/3600' });
    const [caller, email] = [newCaller(), newAddress()];
    const restore = await setMailPort(await freePort());
    try {
      expect((await requestLinkFrom(caller, email)).status).toBe(503);
    } finally {
      await restore();
    }
    expect((await requestLinkFrom(caller, email)).status).toBe(200);
    expect((await requestLinkFrom(caller, email)).status).toBe(429);
  });
});

describe('on the sign-in page', () => {
  test('a user over the limit sees how long to wait, and the address stays in the field', async () => {
    await setAttributes({ 'linkgate.limit.link-email': '1/3600' });
    const email = newAddress();
    expect((await requestLinkFrom(newCaller(), email)).status).toBe(200);
    const agent = new Agent();
    const page = await agent.open(
      authUrl(clients.web, { fields: { state: randomBytes(4).toString('hex') } }),
    );
    const rejected = await agent.submit(page, { email });
    expect(rejected.status).toBe(429);
    expect(rejected.headers.get('retry-after')).toMatch(/^\d{4}$/);
    expect(rejected.text).toContain('Try again in one hour');
    expect(rejected.text).toContain(email);
    const other = newAddress();
    expect((await agent.submit(rejected, { email: other })).text).toContain(other);
    expect(await emailsTo(email)).toHaveLength(1);
  });
});
