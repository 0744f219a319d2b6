/** Every page that users see during a sign-in, and how to reach it in a browser. */

import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { changeLinkIn, serveAccountPage } from './account-page.ts';
import { accountOf, makeAccount, setUnverifiedEmail } from './accounts.ts';
import { admin, setLinkSettings, setRealmAttributes } from './admin.ts';
import { Agent, type Page as Answer } from './agent.ts';
import { otherCodes, requestOnPage, requireCode } from './check-email-page.ts';
import { visit } from './chromium.ts';
import { confirm } from './confirm-page.ts';
import { otherComparisonCode, requireComparisonCode } from './cross-device.ts';
import { type Email, emailTo, linkIn, newAddress } from './email.ts';
import { fetchFrom, newCaller } from './from-address.ts';
import { allowInvitations, invitationIn, invite, makeHomeClient, optOutIn } from './invitations.ts';
import { oneTimePassword } from './level-flow.ts';
import { untilLinkExpired } from './link-expiry.ts';
import { disownLinkIn, disownUrl, NOTICES, newDevice, noticeTo, signInOn } from './new-device.ts';
import { makeClient } from './own-client.ts';
import { addAuthenticator, turnPasskeysOn } from './passkeys.ts';
import { APP_AND_CODES } from './protected-account.ts';
import { makeProviderRealm, PROVIDER_PASSWORD } from './provider-realm.ts';
import { setSecondFactor } from './second-factor.ts';
import { SHIELD_ON, spoilResponse } from './shield.ts';
import { follow, linkFor } from './sign-in.ts';
import type { SiteClient } from './site.ts';
import { STOCK_PAGES } from './stock-pages.ts';

/** How a page is viewed. */
export interface View {
  client: SiteClient;
  /** A language tag, requested by `ui_locales`. */
  language: string;
}

/** Navigates to the page. */
export type Way = (page: Page, view: View) => Promise<unknown>;

/** Works while the realm has a setting. */
async function during<T>(setting: Promise<() => Promise<void>>, work: () => Promise<T>): Promise<T> {
  const restore = await setting;
  return await work().finally(restore);
}

/** Presses a button that the page afterwards doesn't have. */
async function pressAway(page: Page, button = PRIMARY): Promise<void> {
  await page.click(button);
  await page.locator(button).waitFor({ state: 'detached' });
}

/** Of users' own page. */
const CHANGE_OF_ADDRESS = 'details:has(#email) > summary';

/** Of Linkgate's theme, and of Keycloak's. */
const PRIMARY = ':is(.lg-button-primary, .pf-m-primary)';

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

async function linkOf({ client, language }: View, email = newAddress(), emailNumber = 1): Promise<string> {
  const scope = 'openid profile email address';
  return await linkFor(email, client, { ui_locales: language, scope, emailNumber });
}

/** Uses the link *This wasn't me* in the email about an account's second device. */
async function withNotice({ client, language }: View, use: (link: string) => Promise<unknown>) {
  await during(setRealmAttributes({ [NOTICES]: 'true' }), async () => {
    const email = newAddress();
    await signInOn(newDevice(), email, client);
    await signInOn(newDevice(), email, client);
    const link = new URL(disownLinkIn(await noticeTo(email)) ?? '');
    link.searchParams.set('ui_locales', language);
    await use(link.href);
  });
}

async function requestForLink(page: Page, view: View): Promise<string> {
  const email = newAddress();
  await visit(page, authorization(view));
  await page.fill('#email', email);
  await page.click(PRIMARY);
  await page.locator('#email').waitFor({ state: 'detached' });
  return email;
}

/** Signs in and leaves the browser at the client's URL, where no application listens. */
async function signIn(page: Page, view: View, link?: string): Promise<void> {
  await visit(page, link ?? (await linkOf(view)));
  await Promise.all([
    page.waitForEvent('framenavigated', (frame) => frame.url().startsWith('chrome-error:')),
    page.click('[name=accept]', { noWaitAfter: true }),
  ]);
}

/** The end of a link that was requested early. */
async function earlyEnd(): Promise<string> {
  const link = linkIn(await emailTo(inject('early').shown.email));
  await untilLinkExpired(link);
  return link;
}

/** Types a wrong code; a complete one is submitted at once. */
async function typeCode(page: Page, code: string): Promise<void> {
  // The resulting page is the same one.
  await page.evaluate("document.querySelector('#code').dataset.old = 'yes'");
  await page.fill('#code', code);
  if (!/^\d+$/.test(code)) await page.click(PRIMARY);
  await page.locator('#code-error').waitFor();
  await page.locator('[data-old]').waitFor({ state: 'detached' });
}

async function openTwice(page: Page, view: View): Promise<void> {
  const link = await linkOf(view);
  await visit(page, link);
  await page.context().clearCookies();
  await visit(page, link);
  await untilReloaded(page);
}

/** Waits until the page of an expired link has reloaded itself. */
async function untilReloaded(page: Page): Promise<void> {
  const reloaded = "performance.getEntriesByType('navigation')[0].type === 'reload'";
  await page.waitForFunction(`${reloaded} && document.readyState === 'complete'`);
}

async function withCrossDevice<T>(work: () => Promise<T>): Promise<T> {
  return await during(setLinkSettings({ crossDevice: 'true' }), work);
}

/** A page that waits for an email in another network, and its link. */
async function waitElsewhere({ client, language }: View): Promise<{ checkEmail: Answer; link: string }> {
  const phone = {
    accept: 'text/html',
    'user-agent': 'Mozilla/5.0 (iPhone) Version/18.5 Mobile/15E148 Safari/604.1',
  };
  const [agent, email] = [new Agent(phone, undefined, fetchFrom(newCaller())), newAddress()];
  const checkEmail = await requestOnPage(agent, email, client, { ui_locales: language });
  return { checkEmail, link: linkIn(await emailTo(email)) };
}

/** Opens such a link and enters `typed` of the right comparison code. */
async function typeComparisonCode(page: Page, view: View, typed: (digits: string) => string): Promise<void> {
  await withCrossDevice(async () => {
    const { checkEmail, link } = await waitElsewhere(view);
    await visit(page, link);
    await page.fill('#comparison_code', typed(requireComparisonCode(checkEmail)));
    await page.evaluate("document.querySelector('#comparison_code').dataset.old = 'yes'");
    await page.keyboard.press('Enter');
    await page.locator('[data-old]').waitFor({ state: 'detached' });
    await page.waitForLoadState();
  });
}

/** Uses the email of an invitation while the realm allows invitations; the client has that look. */
async function withInvitation(
  { client, language }: View,
  work: (message: Email) => Promise<unknown>,
): Promise<void> {
  const restore = await allowInvitations();
  const [{ attributes = {} } = {}] = await (await admin()).clients.find({
    realm: 'linkgate',
    clientId: client.client_id,
  });
  const home = await makeHomeClient({ attributes });
  try {
    const email = newAddress();
    const text = 'We meet on Monday. Bring something to read.';
    await invite({ email, client_id: home.client_id, language, name: 'Ada', text });
    await work(await emailTo(email));
  } finally {
    await home.remove();
    await restore();
  }
}

/** What it says once an action was performed. */
const DONE = '.lg-alert-success';

/** Opens users' own page while the realm serves it. */
async function withOwnPage({ language }: View, work: (url: string) => Promise<unknown>): Promise<void> {
  const url = `${inject('site').baseUrl}/my-account?ui_locales=${language}`;
  await during(serveAccountPage(), () => work(url));
}

async function openOwnPage(page: Page, view: View): Promise<void> {
  await signIn(page, view);
  await withOwnPage(view, (url) => visit(page, url));
}

/** Opens the link that the address before a change gets. */
async function withChangeLink(page: Page, view: View, work: () => Promise<unknown>): Promise<void> {
  const before = newAddress();
  await signIn(page, view, await linkOf(view, before));
  await withOwnPage(view, async (url) => {
    await visit(page, url);
    await page.click(CHANGE_OF_ADDRESS);
    await page.fill('#email', newAddress());
    await page.press('#email', 'Enter');
    await page.locator(DONE).waitFor();
    await visit(page, `${changeLinkIn(await emailTo(before, 2))}&ui_locales=${view.language}`);
    await work();
  });
}

/** Reaches the second factor of a client that requires one, as a user with an authenticator app and recovery codes, or without either. */
async function atSecondFactor(
  page: Page,
  { client, language }: View,
  has: 'factors' | 'none',
  work: (code: string) => Promise<unknown> = async () => {},
): Promise<void> {
  const [{ attributes = {} } = {}] = await (await admin()).clients.find({
    realm: 'linkgate',
    clientId: client.client_id,
  });
  const branded = Object.entries(attributes).filter(([name]) => name.startsWith('linkgate.branding.'));
  const own = await makeClient({ name: 'Demo Vault', attributes: Object.fromEntries(branded) });
  try {
    await setSecondFactor(own, 'always');
    const email = newAddress();
    if (has === 'factors') await makeAccount(email, { credentials: APP_AND_CODES });
    await visit(page, authorization({ client: own, language }));
    await page.fill('#email', email);
    await page.click(PRIMARY);
    const code = requireCode(await emailTo(email));
    await page.locator('#code').waitFor();
    // Its script submits the form.
    await page.waitForLoadState();
    await page.fill('#code', code);
    await page.locator(has === 'factors' ? '#otp' : '#totp').waitFor();
    await work(code);
  } finally {
    await own.remove();
  }
}

/** Opens the list of ways to prove the second factor. */
async function chooseFactor(page: Page): Promise<void> {
  await page.click('[name=tryAnotherWay]');
  await page.locator('#kc-select-credential-form').waitFor();
}

const logout = ({ language }: View) =>
  `${inject('site').baseUrl}/protocol/openid-connect/logout?ui_locales=${language}`;

/** The pages by name. */
export const PAGES: Readonly<Record<string, Way>> = {
  'sign-in': (page, view) => visit(page, authorization(view)),
  'list of languages': async (page, view) => {
    await visit(page, authorization(view));
    await page.click('#kc-locale summary');
  },
  'sign-in with an invalid address': async (page, view) => {
    await visit(page, authorization(view));
    await page.fill('#email', 'a@b..c');
    await page.evaluate("document.querySelector('form').noValidate = true");
    await page.click(PRIMARY);
    await page.locator('#email-error').waitFor();
  },
  referral: async (page, view) => {
    const { betaUrl, clients } = inject('site');
    await visit(page, authorization({ ...view, client: clients.betaWeb }, {}, betaUrl));
    await page.fill('#email', newAddress());
    await page.click('.lg-more summary');
    await page.fill('#referral_code', 'NOT-A-CODE');
    await page.click(PRIMARY);
    await page.locator('#referral-error').waitFor();
  },
  'sign-in without an account in closed sign-up': async (page, view) => {
    const { betaUrl, clients } = inject('site');
    await visit(page, authorization({ ...view, client: clients.betaWeb }, {}, betaUrl));
    await page.fill('#email', newAddress());
    await page.click(PRIMARY);
    await page.locator('#email-error').waitFor();
  },
  'sign-in after too many links': async (page, view) => {
    await during(setRealmAttributes({ 'linkgate.limit.link-email': '1/3600' }), async () => {
      const email = await requestForLink(page, view);
      await page.click('[value=change]');
      await page.fill('#email', email);
      await page.click(PRIMARY);
      await page.locator(':is(.lg-alert, .pf-v5-c-alert, .pf-c-alert)').waitFor();
    });
  },
  'challenge that was not accepted': async (page, view) => {
    await during(setRealmAttributes(SHIELD_ON), async () => {
      await spoilResponse(page);
      await visit(page, authorization(view));
      await page.fill('#email', newAddress());
      await page.click(PRIMARY);
      // Not on the page before, which goes away by itself.
      await page.locator('#linkgate-shield .lg-alert-error').waitFor();
      await page.locator('altcha-widget input[type=checkbox]').waitFor();
    });
  },
  'check email': requestForLink,
  'check email with a wrong code': async (page, view) => {
    await requestForLink(page, view);
    await typeCode(page, 'not-a-code');
  },
  'check email with no attempts left': async (page, view) => {
    const code = requireCode(await emailTo(await requestForLink(page, view)));
    for (const wrong of otherCodes(code, 5)) await typeCode(page, wrong);
    await page.locator('#code').waitFor({ state: 'detached' });
  },
  'check email after the link has expired': async (page, { language }) => {
    await earlyEnd();
    const { checkEmail, cookies } = inject('early').shown;
    const { origin: url } = new URL(checkEmail.url);
    const jar = Object.entries(cookies).map(([name, value]) => ({ name, value, url }));
    await page.context().addCookies(jar);
    await visit(page, `${checkEmail.url}&kc_locale=${language}`);
    await page.locator(`${PRIMARY}[name=action][value=resend]`).waitFor();
  },
  'check email after sign-in continued in another tab': async (page, view) => {
    const email = await requestForLink(page, view);
    const tab = await page.context().newPage();
    await visit(tab, linkIn(await emailTo(email)));
    await tab.close();
    await page.reload();
    await page.locator('form').waitFor({ state: 'detached' });
  },
  'check email after sign-in continued in another browser': async (page, view) => {
    await follow(linkIn(await emailTo(await requestForLink(page, view))));
    await page.reload();
    await page.locator('button[value=change]').waitFor();
  },
  'check email with a comparison code': async (page, view) => {
    await withCrossDevice(() => requestForLink(page, view));
    await page.click('.lg-more summary');
  },
  'check email after another link was sent': async (page, view) => {
    await requestForLink(page, view);
    await page.click('[value=resend]');
    await page.locator('.lg-resent').waitFor();
  },
  'where to sign in': (page, view) =>
    withCrossDevice(async () => visit(page, (await waitElsewhere(view)).link)),
  'where to sign in, with another user signed in': async (page, view) => {
    await signIn(page, view);
    await PAGES['where to sign in']?.(page, view);
  },
  'where to sign in, after two of three digits': (page, view) =>
    typeComparisonCode(page, view, (digits) => digits.slice(1)),
  'where to sign in, after wrong digits': (page, view) => typeComparisonCode(page, view, otherComparisonCode),
  'approved cross-device': (page, view) => typeComparisonCode(page, view, (digits) => digits),
  'approved cross-device and revoked': async (page, view) => {
    await PAGES['approved cross-device']?.(page, view);
    await pressAway(page, '[name=confirm]');
  },
  'approved cross-device for a browser where another user is signed in': async (page, view) => {
    await signIn(page, view);
    await withCrossDevice(async () => {
      const email = newAddress();
      await visit(page, authorization(view, { prompt: 'login' }));
      await page.locator('[name=show]').click();
      await page.fill('#email', email);
      await page.click(PRIMARY);
      await page.locator('.lg-comparison-code').waitFor({ state: 'attached' });
      const other = new Agent();
      const choice = await other.open(linkIn(await emailTo(email)));
      await other.submit(choice, { comparison_code: requireComparisonCode({ text: await page.content() }) });
      await page.locator('[value=cross-device]').waitFor();
    });
  },
  'sign-in that was rejected since the account has another address': async (page, view) => {
    const email = newAddress();
    await visit(page, await linkOf(view, email));
    await setUnverifiedEmail(await accountOf(email), newAddress());
    await page.click('[name=accept]');
    await page.locator('form').waitFor({ state: 'detached' });
  },
  chooser: async (page, view) => {
    await signIn(page, view);
    await visit(page, authorization(view, { prompt: 'select_account' }));
    await page.locator('.lg-choices').waitFor();
  },
  'sign-in page from the chooser': async (page, view) => {
    await PAGES.chooser?.(page, view);
    await page.click('[name=show]');
    await page.locator('#email').waitFor();
  },
  'sign-in page that can undo that an account was forgotten': async (page, view) => {
    await PAGES.chooser?.(page, view);
    await page.click('[name=forget]');
    await page.locator('[name=undo]').waitFor();
  },
  consent: async (page, view) => visit(page, await linkOf(view)),
  confirm: async (page, view) => {
    await signIn(page, view);
    await visit(page, await linkOf(view));
  },
  'rejected as used': openTwice,
  'rejected as expired': async (page, { language }) => {
    // This link has no language: the browser's applies.
    await page.context().setExtraHTTPHeaders({ 'accept-language': language });
    await visit(page, await earlyEnd());
  },
  'rejected as superseded': async (page, view) => {
    const email = newAddress();
    const first = await linkOf(view, email);
    await follow(await linkOf(view, email, 2));
    await visit(page, first);
    await untilReloaded(page);
  },
  'rejected with its user signed in': async (page, view) => {
    const link = await linkOf(view);
    await signIn(page, view, link);
    await visit(page, link);
  },
  'check email after a rejected link': async (page, view) => {
    await openTwice(page, view);
    await page.click(PRIMARY);
    await page.locator('.lg-resent').waitFor();
  },
  sent: (page, view) =>
    withInvitation(view, async (message) => {
      await makeAccount(message.to[0]?.address ?? '');
      await visit(page, invitationIn(message));
      await pressAway(page, '[name=confirm]');
    }),
  invitation: (page, view) => withInvitation(view, (message) => visit(page, invitationIn(message))),
  'invitation with another user signed in': async (page, view) => {
    await signIn(page, view);
    await PAGES.invitation?.(page, view);
  },
  'accepted invitation': (page, view) =>
    withInvitation(view, async (message) => {
      const agent = new Agent();
      await confirm(agent, await agent.open(invitationIn(message)));
      await visit(page, invitationIn(message));
    }),
  'opting out of invitations': (page, view) =>
    withInvitation(view, (message) => visit(page, optOutIn(message))),
  'opted out of invitations': async (page, view) => {
    await PAGES['opting out of invitations']?.(page, view);
    await pressAway(page);
  },
  'sign-in where no passkey was used': async (page, view) => {
    await during(turnPasskeysOn(), async () => {
      await visit(page, authorization(view));
      await page.evaluate(
        "document.querySelector('#error').value = 'NotAllowedError'; document.querySelector('#webauth').submit()",
      );
      await page.locator(':is(.lg-alert-info, .pf-m-info)').waitFor();
    });
  },
  'not found': async (page, { language }) => {
    await page.context().setExtraHTTPHeaders({ 'accept-language': language });
    await visit(page, `${inject('site').baseUrl}/no-such-page`);
  },
  'passkey offer': async (page, view) => {
    await during(turnPasskeysOn(), async () => {
      await addAuthenticator(page);
      const email = await requestForLink(page, view);
      await visit(page, linkIn(await emailTo(email)));
      await page.locator('#passkey-create').waitFor();
    });
  },
  'new device': (page, view) => withNotice(view, (link) => visit(page, link)),
  'new device signed out': (page, view) =>
    withNotice(view, async (link) => {
      await visit(page, link);
      await pressAway(page);
    }),
  'new device by an invalid link': (page, { language }) =>
    visit(page, `${disownUrl('nonsense')}&ui_locales=${language}`),
  error: (page, view) => visit(page, authorization(view, { redirect_uri: 'https://evil.example/' })),
  'rate limited': async (page, view) => {
    const limit = { 'linkgate.limit.general': '1/60', 'linkgate.limit.exempt': '192.0.2.1/32' };
    await during(setRealmAttributes(limit), async () => {
      await visit(page, authorization(view));
      await visit(page, authorization(view));
    });
  },
  'way into an app': async (page, view) => {
    const redirectUri = 'com.example.app:/callback';
    const app = await makeClient({ name: 'Pocket', redirectUris: [redirectUri] });
    await visit(page, await linkOf({ ...view, client: { ...app, redirect_uri: redirectUri } }));
    await page.click('[name=accept]', { noWaitAfter: true });
    await page.locator('#open-app').waitFor();
    await app.remove();
  },
  'sign out': (page, view) => visit(page, logout(view)),
  'rejected sign-out': (page, view) => visit(page, `${logout(view)}&id_token_hint=made-up`),
  'signed out': async (page, view) => {
    await visit(page, logout(view));
    await pressAway(page, '#kc-logout');
  },
  'identity providers': async (page, view) => {
    const provider = await makeProviderRealm();
    await visit(page, authorization(view));
    await provider.remove();
  },
  'unverified address of an identity provider': (page, view) => fromProvider(page, view, false),
  'new account from an identity provider': async (page, view) => {
    await during(setLinkSettings({ signUp: 'closed' }), () => fromProvider(page, view, true));
  },
  'second factor': (page, view) => atSecondFactor(page, view, 'factors'),
  'second factor with the code of the email': (page, view) =>
    atSecondFactor(page, view, 'factors', async (code) => {
      await page.fill('#otp', code);
      await page.click(PRIMARY);
      await page.locator('#input-error-otp-code').waitFor();
    }),
  'choice of the second factor': (page, view) =>
    atSecondFactor(page, view, 'factors', () => chooseFactor(page)),
  'wrong recovery code': (page, view) =>
    atSecondFactor(page, view, 'factors', async () => {
      await chooseFactor(page);
      await page.click('button:has(.lg-icon-list)');
      await page.fill('#recoveryCodeInput', 'NOT-A-CODE');
      await page.click(PRIMARY);
      await page.locator('#input-error').waitFor();
    }),
  'set-up of an authenticator app': (page, view) => atSecondFactor(page, view, 'none'),
  'set-up of an authenticator app by hand, with a wrong code': (page, view) =>
    atSecondFactor(page, view, 'none', async () => {
      await page.click('#mode-manual');
      await page.fill('#totp', '000');
      await page.click(PRIMARY);
      await page.locator('#input-error-otp-code').waitFor();
    }),
  'set-up of recovery codes': (page, view) =>
    atSecondFactor(page, view, 'none', async () => {
      const secret = await page.locator('#totpSecret').inputValue();
      await page.fill('#totp', oneTimePassword(secret));
      await page.click(PRIMARY);
      await page.locator('#printRecoveryCodes').waitFor();
    }),
  'own page': openOwnPage,
  'own page after an action': async (page, view) => {
    await signIn(page, view);
    await withOwnPage(view, async (url) => {
      await visit(page, url);
      await page.click('[value=forget-device] ~ button');
      await page.locator(DONE).waitFor();
    });
  },
  'own page with a rejected address': async (page, view) => {
    await signIn(page, view);
    await withOwnPage(view, async (url) => {
      await visit(page, url);
      await page.click(CHANGE_OF_ADDRESS);
      await page.fill('#email', 'a@b..c');
      await page.evaluate("document.querySelector('#email').form.noValidate = true");
      await page.press('#email', 'Enter');
      await page.locator('#email-error').waitFor();
    });
  },
  'link of a change of address': (page, view) => withChangeLink(page, view, async () => {}),
  'change of address that lacks a confirmation': (page, view) =>
    withChangeLink(page, view, async () => {
      await pressAway(page);
    }),
  'own page where nobody is signed in': (page, view) =>
    withOwnPage(view, async (url) => {
      await signIn(page, view);
      await visit(page, url);
      await page.click('[value=sign-out-everywhere] ~ button');
      await page.locator(DONE).waitFor();
    }),
  'own page that asks before it deletes the account': async (page, view) => {
    await signIn(page, view);
    await during(setRealmAttributes({ 'linkgate.account-deletion': 'true' }), () =>
      withOwnPage(view, async (url) => {
        await visit(page, url);
        await page.click('details:has([value=delete-account]) summary');
        await page.click('[value=delete-account] ~ button');
        await page.locator('[name=sure]').waitFor({ state: 'attached' });
      }),
    );
  },
  'own page with its forms open': async (page, view) => {
    await signIn(page, view);
    await withOwnPage(view, async (url) => {
      await visit(page, url);
      for (const one of await page.locator('section details > summary').all()) await one.click();
    });
  },
  ...STOCK_PAGES,
};

/** Comes back from a provider as a user without an account. */
async function fromProvider(page: Page, view: View, isVerified: boolean): Promise<void> {
  const provider = await makeProviderRealm();
  try {
    const user = { email: newAddress(), isVerified };
    await provider.makeUser(user);
    await visit(page, authorization(view));
    await page.click(`#social-${provider.alias}`);
    await page.fill('#username', user.email);
    await page.fill('#password', PROVIDER_PASSWORD);
    await page.click('#kc-login');
    await page.locator('#linkgate-other-way').waitFor();
  } finally {
    await provider.remove();
  }
}
