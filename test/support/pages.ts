/** Every page that people see during a sign-in, and the way to it in a browser. */
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { setRealmAttributes } from './admin.ts';
import { linkIn, mailTo, newAddress } from './mail.ts';
import { linkFor } from './sign-in.ts';
import type { SiteClient } from './site.ts';

/** How a page is looked at. */
interface View {
  client: SiteClient;
  /** A language tag, asked for by `ui_locales`. */
  language: string;
}

/** Goes to the page. */
type Way = (page: Page, view: View) => Promise<unknown>;

const PRIMARY = '.lg-button-primary';

function authorization(
  { client, language }: View,
  fields: Record<string, string> = {},
  base?: string,
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: client.redirect_uri,
    scope: 'openid profile email address',
    state: 'st',
    ui_locales: language,
    ...fields,
  });
  return `${base ?? inject('site').baseUrl}/auth?${query}`;
}

async function linkOf({ client, language }: View): Promise<string> {
  return await linkFor(newAddress(), client, { ui_locales: language, scope: 'openid profile email address' });
}

async function askForLink(page: Page, view: View): Promise<string> {
  const email = newAddress();
  await page.goto(authorization(view));
  await page.fill('#email', email);
  await page.click(PRIMARY);
  await page.locator('#email').waitFor({ state: 'detached' });
  return email;
}

/** Leaves a live session, and the browser at the client: nothing answers there, so it shows its own page. */
async function signIn(page: Page, view: View): Promise<void> {
  await page.goto(await linkOf(view));
  await Promise.all([
    page.waitForEvent('framenavigated', (frame) => frame.url().startsWith('chrome-error:')),
    page.click('[name=accept]', { noWaitAfter: true }),
  ]);
}

async function openTwice(page: Page, view: View): Promise<void> {
  const link = await linkOf(view);
  await page.goto(link);
  await page.context().clearCookies();
  await page.goto(link);
}

const logout = ({ language }: View) =>
  `${inject('site').baseUrl}/protocol/openid-connect/logout?ui_locales=${language}`;

/** The pages by name. */
export const PAGES: Readonly<Record<string, Way>> = {
  'sign-in': (page, view) => page.goto(authorization(view)),
  'list of languages': async (page, view) => {
    await page.goto(authorization(view));
    await page.click('#kc-locale summary');
  },
  'sign-in with an address that is none': async (page, view) => {
    await page.goto(authorization(view));
    await page.fill('#email', 'a@b..c');
    await page.evaluate("document.querySelector('form').noValidate = true");
    await page.click(PRIMARY);
    await page.locator('#email-error').waitFor();
  },
  referral: async (page, view) => {
    const { betaUrl, clients } = inject('site');
    await page.goto(authorization({ ...view, client: clients.betaWeb }, {}, betaUrl));
    await page.fill('#email', newAddress());
    await page.fill('#referral_code', 'NOT-A-CODE');
    await page.click(PRIMARY);
    await page.locator('#referral-error').waitFor();
  },
  inbox: askForLink,
  'inbox with a wrong code': async (page, view) => {
    await askForLink(page, view);
    await page.fill('#code', 'not-a-code');
    await page.click(PRIMARY);
    await page.locator('#code-error').waitFor();
  },
  'inbox after sign-in went on elsewhere': async (page, view) => {
    const email = await askForLink(page, view);
    const tab = await page.context().newPage();
    await tab.goto(linkIn(await mailTo(email)));
    await tab.close();
    await page.reload();
  },
  chooser: async (page, view) => {
    await signIn(page, view);
    await page.goto(authorization(view, { prompt: 'select_account' }));
    await page.locator('.lg-choices').waitFor();
  },
  'sign-in beside the chooser': async (page, view) => {
    await PAGES.chooser?.(page, view);
    await page.click('[name=show]');
    await page.locator('#email').waitFor();
  },
  consent: async (page, view) => page.goto(await linkOf(view)),
  confirm: async (page, view) => {
    await signIn(page, view);
    await page.goto(await linkOf(view));
  },
  refused: openTwice,
  sent: async (page, view) => {
    await openTwice(page, view);
    await page.click(PRIMARY);
    await page.locator(PRIMARY).waitFor({ state: 'detached' });
  },
  error: (page, view) => page.goto(authorization(view, { redirect_uri: 'https://evil.example/' })),
  'rate limited': async (page, view) => {
    const restore = await setRealmAttributes({
      'linkgate.rate.general': '1/60',
      'linkgate.rate.exempt': '192.0.2.1/32',
    });
    try {
      await page.goto(authorization(view));
      await page.goto(authorization(view));
    } finally {
      await restore();
    }
  },
  'sign out': (page, view) => page.goto(logout(view)),
  'signed out': async (page, view) => {
    await page.goto(logout(view));
    await page.click('#kc-logout');
    await page.locator('#kc-logout').waitFor({ state: 'detached' });
  },
};
