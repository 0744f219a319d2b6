/** Passkeys after a sign-in by email, in Chromium with virtual authenticators: when they are offered, and what becomes of the answer. */
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { accountOf } from '../../support/accounts.ts';
import { admin, setLinkSettings, setMailPort, setRealmAttributes } from '../../support/admin.ts';
import { authUrl } from '../../support/authorization.ts';
import { CHROMIUM, requestForComparisonCode, visit } from '../../support/chromium.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { NOTICES, noticeTo } from '../../support/new-device.ts';
import {
  acceptOffer,
  openDevice,
  openDeviceWithPasskey,
  openProfile,
  openSignIn,
  passkeysOf,
  reached,
  request,
  signIn,
  useBrowser,
} from '../../support/passkey-devices.ts';
import { linkFor } from '../../support/sign-in.ts';

const { clients } = inject('site');
const { web } = clients;
/** Where no mail server listens. */
const NO_SERVER = 9;

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  const { browser, undo } = useBrowser();

  test('a link leads to an offer, which creates a passkey in one step and tells the address', async () => {
    const { page, authenticator } = await openDevice(browser());
    const email = newAddress();
    await signIn(page, email);
    expect(await reached(page)).toBe('offer');
    expect(await page.textContent('main')).toContain(email);
    expect(await acceptOffer(page)).toBe('client');
    expect(await authenticator.count()).toBe(1);
    const [passkey, ...others] = await passkeysOf(email);
    expect(others).toEqual([]);
    expect(passkey?.userLabel).toBe('Chrome, Linux');
    const notice = await emailTo(email, 2);
    expect(notice.subject).toBe('A passkey was added to your account for Demo');
    expect(notice.text).toContain('/account/account-security/signing-in');
    expect(notice.text).toContain('Created in Chrome on Linux, ');
    // This device has one now.
    await authenticator.setPresent(false);
    await signIn(page, email);
    expect(await reached(page)).toBe('client');
  });

  test('the one-time code leads to it, too; put off, it comes three times', async () => {
    const restore = await setLinkSettings({ emailContains: 'link-and-code' });
    undo.push(restore);
    const { page } = await openDevice(browser());
    const email = newAddress();
    for (const expected of ['offer', 'offer', 'offer', 'client']) {
      const { text } = await request(page, email);
      await page.fill('#code', /^\d{6}$/m.exec(text)?.[0] ?? '');
      expect(await reached(page)).toBe(expected);
      if (expected === 'client') break;
      // A reload isn't another one.
      await page.reload();
      await page.click('[name=passkey][value=later]');
      expect(await reached(page)).toBe('client');
    }
    expect(await passkeysOf(email)).toEqual([]);
    expect((await emailsTo(email)).length).toBe(4);
  });

  test('declined for a device, it doesn’t come again there, but on another one', async () => {
    const { page } = await openDevice(browser());
    const email = newAddress();
    await signIn(page, email);
    expect(await reached(page)).toBe('offer');
    await page.click('[name=passkey][value=never]');
    expect(await reached(page)).toBe('client');
    await signIn(page, email);
    expect(await reached(page)).toBe('client');
    const other = await openDevice(browser());
    await signIn(other.page, email);
    expect(await reached(other.page)).toBe('offer');
  });

  test('a device that already has one of the account’s is recognised when it is tried', async () => {
    const { page, authenticator } = await openDevice(browser());
    const email = newAddress();
    await signIn(page, email);
    expect(await acceptOffer(page)).toBe('client');
    await page.context().clearCookies();
    await authenticator.setPresent(false);
    await signIn(page, email);
    expect(await reached(page)).toBe('offer');
    await authenticator.setPresent(true);
    expect(await acceptOffer(page)).toBe('client');
    expect(await authenticator.count()).toBe(1);
    expect((await passkeysOf(email)).length).toBe(1);
    await authenticator.setPresent(false);
    await signIn(page, email);
    expect(await reached(page)).toBe('client');
  });

  test('a user who isn’t verified gets none, and can go on', async () => {
    const { page, authenticator } = await openDevice(browser());
    const email = newAddress();
    await signIn(page, email);
    expect(await reached(page)).toBe('offer');
    await authenticator.setVerified(false);
    await page.click('#passkey-create');
    await page.getByRole('alert').getByText('No passkey was created.').waitFor();
    await authenticator.setVerified(true);
    await page.click('[name=passkey][value=later]');
    expect(await reached(page)).toBe('client');
    expect(await passkeysOf(email)).toEqual([]);
  });

  test('no passkey is added without its email', async () => {
    const { page } = await openDevice(browser());
    const email = newAddress();
    await signIn(page, email);
    expect(await reached(page)).toBe('offer');
    const restore = await setMailPort(NO_SERVER);
    await page.click('#passkey-create');
    await page.getByRole('alert').getByText('we couldn’t send the email').waitFor();
    await restore();
    expect(await passkeysOf(email)).toEqual([]);
    await page.click('[name=passkey][value=later]');
    expect(await reached(page)).toBe('client');
  });

  test.each<[string, (email: string) => Promise<Page>]>([
    [
      'on a device that can’t have one',
      async (email) => {
        const page = await openProfile(browser());
        await signIn(page, email);
        return page;
      },
    ],
    [
      'without scripts',
      async (email) => {
        const page = await openProfile(browser(), { javaScriptEnabled: false });
        await signIn(page, email);
        return page;
      },
    ],
    [
      'in a browser that didn’t request the link',
      async (email) => {
        const message = await request((await openDevice(browser())).page, email);
        const { page } = await openDevice(browser());
        await visit(page, linkIn(message));
        return page;
      },
    ],
    [
      'after a link that an application requested',
      async (email) => {
        const { page } = await openDevice(browser());
        await visit(page, await linkFor(email, web));
        return page;
      },
    ],
    [
      'in a cross-device sign-in',
      async (email) => {
        const restore = await setLinkSettings({ crossDevice: 'true' });
        undo.push(restore);
        const { page } = await openDevice(browser());
        const requesting = await requestForComparisonCode(page.context(), authUrl(web), email);
        const digits = ((await requesting.locator('.lg-comparison-code').textContent()) ?? '').trim();
        const phone = await openDevice(browser());
        await visit(phone.page, linkIn(await emailTo(email)));
        await phone.page.getByLabel('Comparison code shown on that device').fill(digits);
        await phone.page.keyboard.press('Enter');
        await phone.page.getByRole('heading', { name: 'You are signed in on the other device' }).waitFor();
        return requesting;
      },
    ],
  ])('none is offered %s', async (_, signedIn) => {
    expect(await reached(await signedIn(newAddress()))).toBe('client');
  });

  test('the next time it signs in on the sign-in page without an email, and the device is recognised', async () => {
    const email = newAddress();
    const { page, authenticator } = await openDeviceWithPasskey(browser(), email);
    await openSignIn(page);
    expect(await reached(page)).toBe('client');
    expect((await emailsTo(email)).length).toBe(2);
    await authenticator.setPresent(false);
    await visit(page, authUrl(web, { fields: { prompt: 'select_account' } }));
    await page.locator('[name=account]', { hasText: email }).waitFor();
  });

  test('on a browser that doesn’t remember the account, it causes a notice', async () => {
    const restore = await setRealmAttributes({ [NOTICES]: 'true' });
    const email = newAddress();
    const { page } = await openDeviceWithPasskey(browser(), email);
    await openSignIn(page);
    expect(await reached(page)).toBe('client');
    expect((await noticeTo(email)).text).toContain('Device: Chrome on Linux');
    await restore();
  });

  test('it signs in from the account chooser, by a button', async () => {
    const email = newAddress();
    const { page, authenticator } = await openDeviceWithPasskey(browser(), email);
    await openSignIn(page);
    expect(await reached(page)).toBe('client');
    await authenticator.setPresent(false);
    await visit(page, authUrl(web, { fields: { prompt: 'select_account login' } }));
    await page.locator('[name=account]', { hasText: email }).waitFor();
    await page.waitForLoadState('networkidle');
    await authenticator.setPresent(true);
    await page.click('#authenticateWebAuthnButton');
    expect(await reached(page)).toBe('client');
    expect((await emailsTo(email)).length).toBe(2);
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    [
      'is disabled',
      async (id) => await (await admin()).users.update({ realm: 'linkgate', id }, { enabled: false }),
    ],
    [
      'has an address that isn’t proven',
      async (id) => await (await admin()).users.update({ realm: 'linkgate', id }, { emailVerified: false }),
    ],
    [
      'has removed it',
      async (id) => {
        const api = await admin();
        for (const { id: credentialId = '' } of await api.users.getCredentials({ realm: 'linkgate', id }))
          await api.users.deleteCredential({ realm: 'linkgate', id, credentialId });
      },
    ],
  ])('it signs nobody in whose account %s', async (_, change) => {
    const email = newAddress();
    const { page, authenticator } = await openDeviceWithPasskey(browser(), email);
    await change(await accountOf(email));
    const used = page.waitForRequest((one) => one.method() === 'POST');
    await openSignIn(page);
    await used;
    await authenticator.setPresent(false);
    await page.getByRole('alert').getByText('This passkey can’t be used here.').waitFor();
    expect(await page.locator('#email').isVisible()).toBe(true);
  });

  test('an application can’t ask for one', async () => {
    const { page } = await openDevice(browser());
    const email = newAddress();
    await signIn(page, email);
    await page.click('[name=passkey][value=later]');
    expect(await reached(page)).toBe('client');
    const arrival = page.waitForRequest((one) => one.url().startsWith(web.redirect_uri));
    await visit(page, authUrl(web, { fields: { kc_action: 'webauthn-register-passwordless' } }));
    expect(new URL((await arrival).url()).searchParams.get('error')).toBe('invalid_request');
  });
});
