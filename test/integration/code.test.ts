/** The one-time code in the link's email: accepted in the requesting browser, for a few attempts, and used together with its link (contract, section 2.9). */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { setLinkSettings } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { codeIn, otherCodes, requestOnPage, requireCode, textOf } from '../support/check-email-page.ts';
import { submitAddress } from '../support/chooser.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { eventsSince, storeEvents } from '../support/events.ts';
import { endpointsOf } from '../support/realm-endpoints.ts';
import { exchange, follow, linkFor, submitConsent } from '../support/sign-in.ts';

const { baseUrl, betaUrl, clients, variables } = inject('site');
const { web, betaWeb } = clients;
const json = { accept: 'application/json' };

/** Opens a link as an API client does; returns the status. */
async function statusOf(link: string): Promise<number> {
  return (await fetch(link, { headers: json, redirect: 'manual' })).status;
}

describe('a code', () => {
  let restore = async (): Promise<void> => {};
  beforeAll(async () => {
    restore = await storeEvents('linkgate');
  });
  afterAll(() => restore());

  test('signs in on the requesting page, and its link is used', async () => {
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestOnPage(agent, email, web);
    const message = await emailTo(email);
    expect(message.html).toContain(requireCode(message));
    const target = await submitConsent(agent, await agent.submit(checkEmail, { code: requireCode(message) }));
    expect(target.searchParams.get('state')).toBe('st');
    expect((await exchange(target.searchParams.get('code'), web)).status).toBe(200);
    expect(await statusOf(linkIn(message))).toBe(401);
  });

  test.each([
    ['with a space', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
    ['with dashes', (code: string) => `${code.slice(0, 2)}-${code.slice(2, 4)}–${code.slice(4)}`],
    [
      'in Arabic digits',
      (code: string) => code.replace(/\d/g, (d) => String.fromCharCode(0x660 + Number(d))),
    ],
  ])('may be entered %s', async (_, written) => {
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestOnPage(agent, email, web);
    const typed = written(requireCode(await emailTo(email)));
    const target = await submitConsent(agent, await agent.submit(checkEmail, { code: typed }));
    expect(target.searchParams.get('code')).toBeTruthy();
  });

  test('is invalid once its link is used, and the page says where sign-in continued', async () => {
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestOnPage(agent, email, web);
    const message = await emailTo(email);
    await follow(linkIn(message));
    const page = await agent.submit(checkEmail, { code: requireCode(message) });
    expect([page.status, page.headers.get('location')]).toEqual([200, null]);
    expect(textOf(page)).toContain('Sign-in continued elsewhere');
  });

  test('that is wrong shows the remaining attempts; malformed input uses none, and stays in its field', async () => {
    const agent = new Agent();
    const email = newAddress();
    let page = await requestOnPage(agent, email, web);
    const code = requireCode(await emailTo(email));
    for (const [typed, message] of [
      ['abcdef', 'The one-time code from the email has six digits.'],
      ['12345', 'The one-time code from the email has six digits.'],
      [otherCodes(code, 1)[0] ?? '', 'You have 4 more tries'],
      ['1234567', 'The one-time code from the email has six digits.'],
      [otherCodes(code, 1)[0] ?? '', 'You have 3 more tries'],
    ] as const) {
      page = await agent.submit(page, { code: typed });
      expect(page.status).toBe(200);
      expect(textOf(page)).toContain(message);
      expect(page.text.includes(`value="${typed}"`)).toBe(
        message === 'The one-time code from the email has six digits.',
      );
    }
    expect(
      (await submitConsent(agent, await agent.submit(page, { code }))).searchParams.get('code'),
    ).toBeTruthy();
  });

  test('isn’t accepted after five wrong ones; the link still works, and a new email has a new code', async () => {
    const agent = new Agent();
    const email = newAddress();
    let page = await requestOnPage(agent, email, web);
    const message = await emailTo(email);
    for (const wrong of otherCodes(requireCode(message), 5)) page = await agent.submit(page, { code: wrong });
    expect(textOf(page)).toContain('there are no tries left');
    expect(page.text).not.toContain('name="code"');
    expect(page.text).toMatch(/<button[^>]*lg-button-primary[^>]*value="resend"/);
    const again = await agent.submit(page, { action: 'resend' });
    const code = requireCode(await emailTo(email, 2));
    expect(await statusOf(linkIn(message))).toBe(302);
    // That link superseded the new one too.
    expect(textOf(await agent.submit(again, { code }))).toContain('Sign-in continued elsewhere');
  });

  test('isn’t accepted after 20 wrong ones for an address in a day, across emails; links still work', async () => {
    const agent = new Agent();
    const email = newAddress();
    let page = await requestOnPage(agent, email, web);
    for (let emails = 1; emails <= 4; emails++) {
      const code = requireCode(await emailTo(email, emails));
      for (const wrong of otherCodes(code, 5)) page = await agent.submit(page, { code: wrong });
      // Another link in the same tab would have to wait.
      page = await submitAddress(agent, await agent.submit(page, { action: 'change' }), email);
    }
    const last = await emailTo(email, 5);
    page = await agent.submit(page, { code: requireCode(last) });
    expect(textOf(page)).toContain('Too many wrong codes were entered');
    const other = await requestOnPage(new Agent(), newAddress(), web);
    expect(other.text).toContain('name="code"');
    expect(await statusOf(linkIn(last))).toBe(302);
  });

  test('is accepted from the newest email only', async () => {
    const agent = new Agent();
    const email = newAddress();
    const again = await agent.submit(await requestOnPage(agent, email, web), { action: 'resend' });
    const [first, second] = [requireCode(await emailTo(email)), requireCode(await emailTo(email, 2))];
    const page = first === second ? again : await agent.submit(again, { code: first });
    expect(
      (await submitConsent(agent, await agent.submit(page, { code: second }))).searchParams.get('code'),
    ).toBeTruthy();
  });

  test('is invalid in another browser', async () => {
    const [first, second] = [newAddress(), newAddress()];
    await requestOnPage(new Agent(), first, web);
    const agent = new Agent();
    const checkEmail = await requestOnPage(agent, second, web);
    const [code, own] = [requireCode(await emailTo(first)), requireCode(await emailTo(second))];
    const page = await agent.submit(checkEmail, { code: code === own ? '000000' : code });
    expect(textOf(page)).toContain('You have 4 more tries');
  });

  test('is checked at most five times under 50 parallel attempts', async () => {
    const since = Date.now();
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestOnPage(agent, email, web);
    const code = requireCode(await emailTo(email));
    const pages = await Promise.all(
      otherCodes(code, 50).map((wrong) => agent.submit(checkEmail, { code: wrong })),
    );
    const left = pages.flatMap((page) => /You have (\d|one) more tr/.exec(textOf(page))?.[1] ?? []);
    expect(new Set(left).size).toBe(left.length);
    const checked = (await eventsSince('linkgate', since, 'one_time_code_rejected')).filter(
      (event) => event.details?.reason === 'wrong',
    );
    expect(checked.length).toBeGreaterThan(0);
    expect(checked.length).toBeLessThanOrEqual(5);
    let page = await agent.open(checkEmail.url);
    for (let i = checked.length; i < 5; i++)
      page = await agent.submit(page, { code: otherCodes(code, 1)[0] ?? '' });
    expect(page.text).not.toContain('name="code"');
  });

  test('and its link, used at the same time, sign in exactly once', async () => {
    for (let round = 0; round < 10; round++) {
      const since = Date.now();
      const agent = new Agent();
      const email = newAddress();
      const checkEmail = await requestOnPage(agent, email, web);
      const message = await emailTo(email);
      const [typed, opened] = await Promise.all([
        agent.submit(checkEmail, { code: requireCode(message) }),
        statusOf(linkIn(message)),
      ]);
      const byCode = typed.text.includes('name="accept"') || typed.headers.has('location');
      expect([byCode, opened === 200 || opened === 302].filter(Boolean)).toHaveLength(1);
      expect(await eventsSince('linkgate', since, 'link_used')).toHaveLength(1);
    }
  });

  test('is used once when posted 20 times in parallel', async () => {
    const since = Date.now();
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestOnPage(agent, email, web);
    const code = requireCode(await emailTo(email));
    await Promise.all(Array.from({ length: 20 }, () => agent.submit(checkEmail, { code })));
    expect(await eventsSince('linkgate', since, 'link_used')).toHaveLength(1);
  });

  test('creates an account under closed sign-up, with the referral code entered with the address', async () => {
    const agent = new Agent();
    const email = newAddress();
    const { auth } = endpointsOf(betaUrl)[0];
    const first = await agent.open(
      `${auth}?${new URLSearchParams({ response_type: 'code', client_id: betaWeb.client_id, redirect_uri: betaWeb.redirect_uri, scope: 'openid' })}`,
    );
    const referral = variables.BETA_REFERRAL_CODE ?? '';
    const checkEmail = await agent.submit(first, { email, referral_code: referral });
    const page = await agent.submit(checkEmail, { code: requireCode(await emailTo(email)) });
    expect((await submitConsent(agent, page)).searchParams.get('code')).toBeTruthy();
  });

  test('of another user replaces the signed-in user', async () => {
    const agent = new Agent();
    const first = await follow(await linkFor(newAddress('first'), web), agent);
    const tokens = (await (await exchange(first.searchParams.get('code'), web)).json()) as {
      access_token: string;
    };
    const second = newAddress('second');
    const checkEmail = await requestOnPage(agent, second, web, { prompt: 'login' });
    const target = await submitConsent(
      agent,
      await agent.submit(checkEmail, { code: requireCode(await emailTo(second)) }),
    );
    const exchanged = await exchange(target.searchParams.get('code'), web);
    const { access_token: token } = (await exchanged.json()) as { access_token: string };
    const userinfo = (bearer: string) =>
      fetch(`${baseUrl}/userinfo`, { headers: { authorization: `Bearer ${bearer}` } });
    expect(await (await userinfo(token)).json()).toMatchObject({ email: second });
    expect((await userinfo(tokens.access_token)).status).toBe(401);
  });

  test('of the signed-in user joins the live session; its tokens stay valid', async () => {
    const agent = new Agent();
    const email = newAddress();
    const first = await follow(await linkFor(email, web), agent);
    const response = await exchange(first.searchParams.get('code'), web);
    const { access_token: token } = (await response.json()) as { access_token: string };
    const checkEmail = await requestOnPage(agent, email, web, { prompt: 'login' });
    const page = await agent.submit(checkEmail, { code: requireCode(await emailTo(email, 2)) });
    expect((await submitConsent(agent, page)).searchParams.get('code')).toBeTruthy();
    const userinfo = await fetch(`${baseUrl}/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    expect(userinfo.status).toBe(200);
  });

  test('entered twice, by going back, continues at the current step', async () => {
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestOnPage(agent, email, web);
    await agent.submit(checkEmail, { code: requireCode(await emailTo(email)) });
    const back = await agent.open(checkEmail.url);
    expect(back.text).toContain('name="accept"');
    expect((await submitConsent(agent, back)).searchParams.get('code')).toBeTruthy();
  });
});

describe('no code', () => {
  test('is in the email of a link requested through the API', async () => {
    const email = newAddress();
    await linkFor(email, web);
    expect(codeIn(await emailTo(email))).toBe(null);
  });

  test('is offered once the setting is off, from the next email and page on', async () => {
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestOnPage(agent, email, web);
    const restore = await setLinkSettings({ emailContains: 'link' });
    try {
      const code = requireCode(await emailTo(email));
      const page = await agent.submit(checkEmail, { code });
      expect([page.status, page.text.includes('name="code"')]).toEqual([200, false]);
      await agent.submit(page, { action: 'resend' });
      expect(codeIn(await emailTo(email, 2))).toBe(null);
    } finally {
      await restore();
    }
  });
});
