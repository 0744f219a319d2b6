/** The state of a link for the "check your email" page: by its browser's cookie only, once a second (contract, section 4.13). */
import { describe, expect, inject, test } from 'vitest';
import { admin, setRealmAttributes } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { otherCodes, requestOnPage, requireCode, textOf } from '../support/check-email-page.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { ENDPOINTS } from '../support/endpoints.ts';
import { fetchFrom, newCaller, requestFrom } from '../support/from-address.ts';
import { limitStatusIn } from '../support/limits.ts';
import { untilLinkExpired } from '../support/link-expiry.ts';
import { PATIENT } from '../support/patience.ts';
import { follow } from '../support/sign-in.ts';
import { pollState, requireStateUrl, stateUrlIn, waitingStateOf } from '../support/waiting-tab.ts';

const { baseUrl, betaUrl, clients, managementUrl } = inject('site');
const { web } = clients;
const COOKIE = 'LINKGATE_WAITING';
const path = `${baseUrl}/sign-in-state`;
const NOT_FOUND = { error: 'not_found', message: expect.any(String) };

describe('the "check your email" page learns', () => {
  test('that its link is pending, and when to poll again', async () => {
    const agent = new Agent();
    const page = await requestOnPage(agent, newAddress(), web);
    const response = await pollState(agent, requireStateUrl(page));
    expect([response.status, JSON.parse(response.text)]).toEqual([200, { state: 'waiting', interval: 2 }]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  });

  test.each([
    ['another browser', () => new Agent()],
    ['another tab of this one', (agent: Agent) => agent],
  ])('that its link was used in %s, and that polling is over', async (_, where) => {
    const [agent, email] = [new Agent(), newAddress()];
    const page = await requestOnPage(agent, email, web);
    await follow(linkIn(await emailTo(email)), where(agent));
    expect(await waitingStateOf(agent, page)).toEqual({ state: 'used' });
  });

  test('that its link was superseded by another one of that user', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const page = await requestOnPage(agent, email, web);
    await requestOnPage(new Agent(), email, web);
    await follow(linkIn(await emailTo(email, 2)));
    expect(await waitingStateOf(agent, page)).toEqual({ state: 'superseded' });
  });

  test('that its link has expired', async () => {
    const { email, checkEmail, cookies } = inject('early').shown;
    await untilLinkExpired(linkIn(await emailTo(email)));
    expect(await waitingStateOf(Agent.withCookies(cookies), checkEmail)).toEqual({ state: 'expired' });
  });

  test('that its link no longer exists once the account is deleted', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    await requestOnPage(agent, email, web);
    await follow(linkIn(await emailTo(email)), agent);
    const other = new Agent();
    const page = await requestOnPage(other, email, web);
    const api = await admin();
    const [account] = await api.users.find({ realm: 'linkgate', email });
    await api.users.del({ realm: 'linkgate', id: account?.id ?? '' });
    expect(await waitingStateOf(other, page)).toEqual({ state: 'revoked' });
  });

  test('that no code is accepted any more, as the page says on reload, and polls on', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const page = await requestOnPage(agent, email, web);
    let response = page;
    for (const code of otherCodes(requireCode(await emailTo(email)), 5))
      response = await agent.submit(response, { code });
    expect(page.text).toContain('data-state="waiting"');
    expect(await waitingStateOf(agent, page)).toEqual({ state: 'code_spent', interval: 2 });
    const again = await agent.open(page.url);
    expect([again.text.includes('name="code"'), stateUrlIn(again)]).toEqual([false, stateUrlIn(page)]);
    expect(again.text).toContain('data-state="code_spent"');
  });

  test('the state of the link that was sent last from its tab', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const page = await requestOnPage(agent, email, web);
    const again = await agent.submit(page, { action: 'resend' });
    expect(stateUrlIn(again)).toBe(stateUrlIn(page));
    await emailTo(email, 2);
    expect(await waitingStateOf(agent, page)).toMatchObject({ state: 'waiting' });
    await follow(linkIn(await emailTo(email)));
    expect(await waitingStateOf(agent, page)).toEqual({ state: 'superseded' });
  });

  test('the state of its own link, among other tabs of its browser', async () => {
    const agent = new Agent();
    const [one, two] = [newAddress(), newAddress()];
    const first = await requestOnPage(agent, one, web);
    const second = await requestOnPage(agent, two, web);
    await follow(linkIn(await emailTo(one)));
    expect(await waitingStateOf(agent, first)).toEqual({ state: 'used' });
    expect(await waitingStateOf(agent, second)).toMatchObject({ state: 'waiting' });
  });

  test('nothing once it says that sign-in continued: it doesn’t poll', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const page = await requestOnPage(agent, email, web);
    await follow(linkIn(await emailTo(email)));
    expect(stateUrlIn(await agent.open(page.url))).toBeNull();
  });
});

describe('the cookie that authorizes a poll', () => {
  test('is HttpOnly, limited to this realm, and not sent by other sites', async () => {
    const agent = new Agent();
    const email = newAddress();
    const page = await requestOnPage(agent, email, web);
    const fresh = Agent.withCookies(
      Object.fromEntries(Object.entries(agent.cookies).filter(([name]) => name !== COOKIE)),
    );
    const lines = (await fresh.open(page.url)).headers.getSetCookie();
    const line = lines.find((one) => one.startsWith(`${COOKIE}=`)) ?? '';
    const attributes = line.split(/;\s*/).slice(1);
    expect(attributes).toEqual(
      expect.arrayContaining(['HttpOnly', 'SameSite=Lax', `Path=${new URL(baseUrl).pathname}/`]),
    );
    // Showing the page again changes nothing.
    expect((await fresh.open(page.url)).headers.getSetCookie().join()).not.toContain(COOKIE);
  });

  test('is required: without it, or with an invalid one, the response is 404', async () => {
    const agent = new Agent();
    const email = newAddress();
    const url = requireStateUrl(await requestOnPage(agent, email, web));
    await follow(linkIn(await emailTo(email)), agent);
    const stranger = new Agent();
    await requestOnPage(stranger, newAddress(), web);
    const good = agent.cookie(COOKIE) ?? '';
    const [head = '', body = '', signature = ''] = good.split('.');
    const other = Buffer.from(Buffer.from(body, 'base64url').toString().replace('"sub":"', '"sub":"x'));
    const bad: Record<string, string | undefined> = {
      none: undefined,
      'no token': 'x',
      'without its signature': `${head}.${body}.`,
      altered: `${head}.${other.toString('base64url')}.${signature}`,
      'of another browser': stranger.cookie(COOKIE),
      'another kind of token': agent.cookie('LINKGATE_DEVICE'),
    };
    expect(bad['another kind of token']).toBeTruthy();
    for (const [name, value] of Object.entries(bad)) {
      const poller = Agent.withCookies({ ...agent.cookies, [COOKIE]: value ?? '' });
      const response = await poller.request(url, { headers: { accept: '*/*' } });
      expect([response.status, JSON.parse(response.text)], name).toEqual([404, NOT_FOUND]);
    }
    const elsewhere = await agent.request(url.replace(baseUrl, betaUrl), { headers: { accept: '*/*' } });
    expect(elsewhere.status).toBe(404);
    expect((await pollState(agent, url)).status).toBe(200);
  });

  test('reveals nothing about another tab, or without one', async () => {
    const agent = new Agent();
    await requestOnPage(agent, newAddress(), web);
    for (const url of [path, `${path}?tab_id=`, `${path}?tab_id=x`])
      expect([url, (await pollState(agent, url)).status]).toEqual([url, 404]);
  });
});

describe('polls', () => {
  test('are limited to one a second per browser, across its tabs, with the time of the next one', async () => {
    const agent = new Agent();
    const urls = [
      requireStateUrl(await requestOnPage(agent, newAddress(), web)),
      requireStateUrl(await requestOnPage(agent, newAddress(), web)),
    ];
    const began = performance.now();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => agent.request(urls[i % 2] ?? '', { headers: { accept: '*/*' } })),
    );
    const seconds = Math.ceil((performance.now() - began) / 1000);
    const granted = responses.filter(({ status }) => status === 200);
    expect(granted.length).toBeGreaterThanOrEqual(1);
    expect(granted.length).toBeLessThanOrEqual(seconds);
    const rejected = responses.filter(({ status }) => status === 429);
    expect(granted.length + rejected.length).toBe(20);
    for (const { headers, text } of rejected) {
      expect(headers.get('retry-after')).toBe('1');
      expect(JSON.parse(text)).toEqual({ error: 'too_many_requests', message: expect.any(String) });
    }
    expect((await pollState(agent, urls[0] ?? '')).status).toBe(200);
  });

  test('have the same limit for browsers that drop the cookie and reload the page', async () => {
    const agent = new Agent();
    const page = await requestOnPage(agent, newAddress(), web);
    const url = requireStateUrl(page);
    const { [COOKIE]: _, ...others } = agent.cookies;
    const again = Agent.withCookies(others);
    await again.open(page.url);
    expect(again.cookie(COOKIE)).toBeTruthy();
    const began = performance.now();
    const polls = [agent, again].flatMap((one) =>
      Array.from({ length: 10 }, () => one.request(url, { headers: { accept: '*/*' } })),
    );
    const granted = (await Promise.all(polls)).filter(({ status }) => status === 200);
    expect(granted.length).toBeLessThanOrEqual(Math.ceil((performance.now() - began) / 1000));
    expect(granted.length).toBeGreaterThanOrEqual(1);
  });

  test('aren’t counted as calls of the IP, but other requests to that path are', async () => {
    const caller = newCaller();
    const agent = new Agent(undefined, undefined, fetchFrom(caller));
    const url = requireStateUrl(await requestOnPage(agent, newAddress(), web));
    const left = async () => limitStatusIn(await requestFrom(caller, ENDPOINTS[0].userinfo)).remaining ?? NaN;
    const before = await left();
    for (let i = 0; i < 5; i++) await agent.request(url, { headers: { accept: '*/*' } });
    expect(await left()).toBe(before - 1);
    await requestFrom(caller, url);
    await requestFrom(caller, path, { method: 'POST' });
    await requestFrom(caller, `${path}/more`);
    expect(await left()).toBe(before - 5);
  });

  test('for a link that is no longer valid count like any other request', async () => {
    const caller = newCaller();
    const agent = new Agent(undefined, undefined, fetchFrom(caller));
    const email = newAddress();
    const url = requireStateUrl(await requestOnPage(agent, email, web));
    await follow(linkIn(await emailTo(email)));
    const left = async () => limitStatusIn(await requestFrom(caller, ENDPOINTS[0].userinfo)).remaining ?? NaN;
    const before = await left();
    expect(JSON.parse((await pollState(agent, url)).text)).toEqual({ state: 'used' });
    expect(await left()).toBe(before - 2);
  });

  test('for a link that is no longer valid are rejected without the database, once an IP has reached its limit', async () => {
    const [caller, email] = [newCaller(), newAddress()];
    const tabs: [Agent, string][] = [];
    for (let i = 0; i < 6; i++) {
      const agent = new Agent(undefined, undefined, fetchFrom(caller));
      tabs.push([agent, requireStateUrl(await requestOnPage(agent, email, web))]);
    }
    await follow(linkIn(await emailTo(email, tabs.length)));
    for (const [agent, url] of tabs) expect((await pollState(agent, url)).status).toBe(200);
    const connections = async () => {
      const metrics = await (await fetch(`${managementUrl}/metrics`)).text();
      return Number(/^agroal_acquire_count_total\S* (\S+)$/m.exec(metrics)?.[1]);
    };
    const restore = await setRealmAttributes({ 'linkgate.limit.general': '1/3600' });
    try {
      await requestFrom(caller, path);
      const before = await connections();
      for (const [agent, url] of tabs) {
        let response = await agent.request(url, { headers: { accept: '*/*' } });
        // That was the one poll a second that a browser has.
        while (response.headers.get('retry-after') === '1')
          response = await agent.request(url, { headers: { accept: '*/*' } });
        expect([response.status, Number(response.headers.get('retry-after')) > 60]).toEqual([429, true]);
      }
      expect((await connections()) - before).toBeLessThan(tabs.length);
    } finally {
      await restore();
    }
  });

  test('of all browsers behind an IP are limited to six times its other requests', async () => {
    const caller = newCaller();
    const agents: [Agent, string][] = [];
    const attributes = (general: string) => setRealmAttributes({ 'linkgate.limit.general': general });
    let restore = await attributes('1000/60');
    try {
      for (let i = 0; i < 12; i++) {
        const agent = new Agent(undefined, undefined, fetchFrom(caller));
        agents.push([agent, requireStateUrl(await requestOnPage(agent, newAddress(), web))]);
      }
      await restore();
      restore = await attributes('1/3600');
      const statuses: number[] = [];
      for (const [agent, url] of agents)
        statuses.push((await agent.request(url, { headers: { accept: '*/*' } })).status);
      expect(statuses).toEqual(agents.map((_, i) => (i < 6 ? 200 : 429)));
      const [agent, url] = agents[0] ?? [new Agent(), ''];
      const elsewhere = Agent.withCookies(agent.cookies);
      expect((await pollState(elsewhere, url)).status).toBe(200);
    } finally {
      await restore();
    }
  });

  test('are only accepted by GET, at this exact path, and not from scripts of other sites', async () => {
    const agent = new Agent({ accept: '*/*', origin: 'https://app.example.com' });
    const url = requireStateUrl(await requestOnPage(agent, newAddress(), web));
    const response = await pollState(agent, url);
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, headers } = await agent.request(url, { method });
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, OPTIONS']);
    }
    const options = await agent.request(url, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const more = await pollState(agent, url.replace('?', '/more?'));
    expect([more.status, JSON.parse(more.text)]).toEqual([404, NOT_FOUND]);
    await expect
      .poll(async () => (await agent.request(url, { method: 'HEAD' })).status, {
        ...PATIENT,
        interval: 1100,
      })
      .toBe(200);
  });
});

test('a tab that is loaded while the response to the used link is in flight says so, and starts no sign-in', async () => {
  const [agent, email] = [new Agent(), newAddress()];
  const page = await requestOnPage(agent, email, web);
  const before = Agent.withCookies(agent.cookies);
  // Until the response arrives the browser has the previous cookies.
  await agent.open(linkIn(await emailTo(email)));
  const shown = await before.open(page.url);
  expect(textOf(shown)).toContain('Sign-in continued in another tab');
  expect(shown.headers.getSetCookie().filter((line) => line.startsWith('AUTH_SESSION_ID='))).toEqual([]);
});
