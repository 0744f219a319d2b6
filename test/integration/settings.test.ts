/** The settings of the sign-in step take effect immediately, without a restart (contract, section 3.7). */
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { setLinkSettings } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { requestOnPage, requireCode, textOf } from '../support/check-email-page.ts';
import { confirm } from '../support/confirm-page.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { newCaller, requestFrom } from '../support/from-address.ts';
import { follow, linkFor, submitConsent } from '../support/sign-in.ts';

const { baseUrl, clients, logFile } = inject('site');
const { web } = clients;

let restore = async (): Promise<void> => {};
afterEach(() => restore());

async function linkFromPage(agent: Agent): Promise<string> {
  const email = newAddress();
  await requestOnPage(agent, email, web);
  return linkIn(await emailTo(email));
}

describe('the confirm page', () => {
  test('with always, no scanner uses up a link, and the user signs in by a click', async () => {
    restore = await setLinkSettings({ confirm: 'always' });
    const agent = new Agent();
    const link = await linkFromPage(agent);
    const scans = await Promise.all(Array.from({ length: 10 }, () => new Agent().open(link)));
    expect(scans.map((page) => [page.status, page.text.includes('name="confirm"')])).toEqual(
      scans.map(() => [200, true]),
    );
    // A click is needed: the page doesn't submit by itself.
    expect(scans[0]?.text).not.toMatch(/\.submit\(|http-equiv="refresh"/i);
    const page = await agent.open(link);
    const target = await submitConsent(agent, await confirm(agent, page));
    expect(target.searchParams.get('state')).toBe('st');
  });

  test('with always, a form without the page’s cookie shows the page again and uses nothing', async () => {
    restore = await setLinkSettings({ confirm: 'always' });
    const link = await linkFor(newAddress(), web);
    const token = new URL(link).searchParams.get('token') ?? '';
    const body = new URLSearchParams({ token, confirm: 'guess' });
    const forged = await new Agent().request(`${baseUrl}/verify-email`, { method: 'POST', body });
    expect(forged.text).toContain('name="confirm"');
    await restore();
    expect((await follow(link)).searchParams.get('code')).toBeTruthy();
  });

  test('with new-browser, the requesting browser continues by itself and any other has to confirm', async () => {
    restore = await setLinkSettings({ confirm: 'new-browser' });
    const agent = new Agent();
    const link = await linkFromPage(agent);
    expect((await new Agent().open(link)).text).toContain('name="confirm"');
    expect((await submitConsent(agent, await agent.open(link))).searchParams.get('code')).toBeTruthy();
    expect((await new Agent().open(await linkFor(newAddress(), web))).text).toContain('name="confirm"');
  });

  test('is always shown for an invalid value, which is logged', async () => {
    restore = await setLinkSettings({ confirm: 'sometimes' });
    const agent = new Agent();
    expect((await agent.open(await linkFromPage(agent))).text).toContain('name="confirm"');
    expect(await readFile(logFile, 'utf8')).toContain(
      'realm "linkgate": confirm is "sometimes", which is not one of never, new-browser, always; using always',
    );
  });
});

test('an invalid setting is logged once, however many pages are shown', async () => {
  const line = 'realm "linkgate": confirm is "maybe", which is not one of';
  const logged = async () => (await readFile(logFile, 'utf8')).split(line).length - 1;
  restore = await setLinkSettings({ confirm: 'maybe' });
  const before = await logged();
  for (let i = 0; i < 3; i++) await requestOnPage(new Agent(), newAddress(), web);
  expect((await logged()) - before).toBe(1);
});

describe('binding to the IP address', () => {
  const html = { accept: 'text/html' };

  test('rejects the link elsewhere, says why, and one click sends a new one that works there', async () => {
    restore = await setLinkSettings({ bindIp: 'true' });
    const email = newAddress();
    const link = await linkFor(email, web);
    const caller = newCaller();
    const json = await requestFrom(caller, link, { headers: { accept: 'application/json' } });
    expect([json.status, JSON.parse(json.text)]).toMatchObject([
      401,
      { error: 'invalid_token', error_description: expect.stringContaining('network') },
    ]);
    const page = await requestFrom(caller, link, { headers: html });
    expect(page.status).toBe(401);
    expect(page.text).toContain('works only on the network that requested it');
    const token = new URL(link).searchParams.get('token') ?? '';
    const again = await requestFrom(caller, `${baseUrl}/verify-email`, {
      method: 'POST',
      headers: { ...html, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, again: 'true' }).toString(),
    });
    // To the page that waits for it.
    expect(again.status).toBe(302);
    const fresh = linkIn(await emailTo(email, 2));
    expect((await requestFrom(caller, fresh, { headers: html })).status).toBe(302);
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(401);
  });

  test('rejects the code elsewhere, too, without using up an attempt', async () => {
    restore = await setLinkSettings({ bindIp: 'true' });
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestOnPage(agent, email, web);
    const code = requireCode(await emailTo(email));
    const form = checkEmail.text.split('<form').find((part) => part.includes('name="code"')) ?? '';
    const action = /action="([^"]+)"/.exec(form)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const cookies = ['AUTH_SESSION_ID', 'KC_RESTART', 'KC_AUTH_SESSION_HASH'];
    const moved = await requestFrom(newCaller(), new URL(action, checkEmail.url).href, {
      method: 'POST',
      headers: {
        ...html,
        'content-type': 'application/x-www-form-urlencoded',
        cookie: cookies.map((name) => `${name}=${agent.cookie(name)}`).join('; '),
      },
      body: new URLSearchParams({ code }).toString(),
    });
    expect([moved.status, moved.text.includes('works only on the network')]).toEqual([200, true]);
    const page = await agent.submit(await agent.open(checkEmail.url), { code });
    expect((await submitConsent(agent, page)).searchParams.get('code')).toBeTruthy();
  });

  test('lets the link work from the same address, and from any once it is off again', async () => {
    restore = await setLinkSettings({ bindIp: 'true' });
    expect((await follow(await linkFor(newAddress(), web))).searchParams.get('code')).toBeTruthy();
    const link = await linkFor(newAddress(), web);
    await restore();
    expect((await requestFrom(newCaller(), link, { headers: html })).status).toBe(302);
  });

  test('is on for an invalid value', async () => {
    restore = await setLinkSettings({ bindIp: 'yes' });
    const link = await linkFor(newAddress(), web);
    expect((await requestFrom(newCaller(), link, { headers: html })).status).toBe(401);
  });
});

/** How long a link is valid, in the email and on the page that waits for it. */
const LIFETIMES: Record<string, Record<'60' | '90' | '7200' | '86400', string>> = {
  en: { '60': 'for one minute', '90': '90 seconds', '7200': '2 hours', '86400': 'for one day' },
  de: { '60': 'eine Minute', '90': '90 Sekunden', '7200': '2 Stunden', '86400': 'einen Tag' },
  fr: { '60': 'une minute', '90': '90 secondes', '7200': '2 heures', '86400': 'un jour' },
  es: { '60': 'un minuto', '90': '90 segundos', '7200': '2 horas', '86400': 'un día' },
  ja: { '60': '1分', '90': '90秒', '7200': '2時間', '86400': '1日' },
  ar: { '60': 'دقيقة واحدة', '90': '90 ثانية', '7200': 'ساعتين', '86400': 'يوم واحد' },
};

describe('the lifetime', () => {
  test.each(['60', '90', '7200', '86400'] as const)(
    'of %s seconds is told as it is, in each language',
    async (lifetime) => {
      restore = await setLinkSettings({ lifetime });
      for (const [language, told] of Object.entries(LIFETIMES)) {
        const email = newAddress();
        const agent = new Agent();
        const page = await agent.open(authUrl(web, { fields: { ui_locales: language } }));
        expect(textOf(await agent.submit(page, { email }))).toContain(told[lifetime]);
        expect((await emailTo(email)).text).toContain(told[lifetime]);
      }
    },
  );
});

describe('a change of a setting', () => {
  test('applies from the next request on', async () => {
    const agent = new Agent();
    const checkEmail = await requestOnPage(agent, newAddress(), web);
    expect(textOf(checkEmail)).toContain('15 minutes');
    restore = await setLinkSettings({ lifetime: '120', emailContains: 'maybe' });
    const later = await requestOnPage(new Agent(), newAddress(), web);
    expect(textOf(later)).toContain('2 minutes');
    // A choice that is none of its values has the strictest effect: no code.
    expect(later.text).not.toContain('name="code"');
  });
});
