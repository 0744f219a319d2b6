/** Passkeys that are lost, removed, copied, or of an RP ID that the realm no longer has, in Chromium with virtual authenticators. */
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { accountOf } from '../../support/accounts.ts';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { authUrl } from '../../support/authorization.ts';
import { CHROMIUM, visit } from '../../support/chromium.ts';
import { emailsTo, emailTo, newAddress } from '../../support/email.ts';
import { eventsSince, storeEvents } from '../../support/events.ts';
import {
  acceptOffer,
  createPasskey,
  openDevice,
  openDeviceWithPasskey,
  openSignIn,
  passkeysOf,
  reached,
  signIn,
  useBrowser,
} from '../../support/passkey-devices.ts';
import { passkeyPolicy } from '../../support/passkeys.ts';

const REALM = 'linkgate';
const site = inject('site');
const { web } = site.clients;

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  const { browser, undo } = useBrowser();

  /** Removes the account's passkey at Keycloak's account console, in a browser that is signed in. */
  async function removeAtConsole(page: Page, email: string): Promise<void> {
    await visit(page, `${site.baseUrl}/account/account-security/signing-in`);
    const account = page.locator('[name=account]', { hasText: email });
    const remove = page.locator('[data-testrole=remove]');
    await account.or(remove).first().waitFor();
    if (await account.isVisible()) await account.click();
    await remove.click();
    const accept = page.locator('#kc-accept');
    await account.or(accept).first().waitFor();
    if (await account.isVisible()) await account.click();
    await accept.click();
    await page.locator('[data-testid="webauthn-passwordless/not-set-up"]').waitFor();
  }

  test('a lost passkey: the link signs in, Keycloak’s page removes it with an email, and it is offered anew', async () => {
    const email = newAddress();
    const { page, authenticator } = await openDevice(browser());
    await createPasskey(page, email);
    await authenticator.clear();
    // Nothing tells the server yet that it is lost.
    await signIn(page, email);
    expect(await reached(page)).toBe('client');
    await removeAtConsole(page, email);
    expect(await passkeysOf(email)).toEqual([]);
    const notice = await emailTo(email, 4);
    expect(notice.subject).toBe('A passkey was removed from your account for Linkgate');
    expect(notice.text).toContain('Passkey: Chrome, Linux\n');
    expect(notice.text).toMatch(/Removed in Chrome on Linux, .* UTC\n/);
    expect(notice.text).toContain('/account/account-security/signing-in');
    await signIn(page, email);
    expect(await reached(page)).toBe('offer');
  });

  test('a lost device: another one gets the offer at its first link', async () => {
    const email = newAddress();
    await openDeviceWithPasskey(browser(), email);
    const { page } = await openDevice(browser());
    await signIn(page, email);
    expect(await reached(page)).toBe('offer');
  });

  test('an administrator removes it with an email, too, where Keycloak tells what was removed', async () => {
    const email = newAddress();
    await openDeviceWithPasskey(browser(), email);
    const api = await admin();
    const [passkey] = await passkeysOf(email);
    const id = await accountOf(email);
    await api.users.deleteCredential({ realm: REALM, id, credentialId: passkey?.id ?? '' });
    const emails = await emailsTo(email);
    const { systemInfo } = await api.serverInfo.find();
    if (systemInfo?.version?.startsWith('26.6.')) {
      expect(emails.length).toBe(2);
      return;
    }
    const notice = await emailTo(email, 3);
    expect(notice.text).toContain('Removed by an administrator\n');
    expect(notice.text).not.toMatch(/IP address|Removed in/);
  });

  test('a copied passkey, whose signature counter is behind, signs nobody in; the page and the event say why', async () => {
    undo.push(await storeEvents(REALM));
    const email = newAddress();
    const { page, authenticator } = await openDeviceWithPasskey(browser(), email);
    for (let uses = 0; uses < 2; uses++) {
      await openSignIn(page);
      expect(await reached(page)).toBe('client');
      await page.context().clearCookies();
    }
    await authenticator.replaceByCopies();
    const since = Date.now();
    const used = page.waitForRequest((one) => one.method() === 'POST');
    await openSignIn(page);
    await used;
    await authenticator.setPresent(false);
    await page.getByRole('alert').getByText('as a copy of it may exist').waitFor();
    const [event] = await eventsSince(REALM, since);
    expect(event).toMatchObject({ type: 'LOGIN_ERROR', error: 'invalid_user_credentials' });
    expect(event?.details?.web_authn_authentication_error_detail).toMatch(/^Malicious counter value/);
    await signIn(page, email);
    expect(['offer', 'client']).toContain(await reached(page));
  });

  /** The contract's endpoint at another host, which leads to the same server. */
  function authAt(host: string): string {
    const url = new URL(`${site.baseUrl}/auth`);
    url.hostname = host;
    return url.href;
  }

  /** Serves the realm at another host. */
  async function serveAt(host: string): Promise<() => Promise<void>> {
    return await setRealmAttributes({ frontendUrl: new URL(authAt(host)).origin });
  }

  async function setRpId(id: string): Promise<void> {
    const policy = { ...passkeyPolicy(true), webAuthnPolicyPasswordlessRpId: id };
    await (await admin()).realms.update({ realm: REALM }, policy);
  }

  test('at another host the link signs in, and a passkey for that host is offered', async () => {
    const email = newAddress();
    const { page } = await openDeviceWithPasskey(browser(), email);
    const restore = await serveAt('login.id.localhost');
    const at = authAt('login.id.localhost');
    try {
      await createPasskey(page, email, at);
      expect((await passkeysOf(email)).length).toBe(2);
      await page.context().clearCookies();
      await openSignIn(page, at);
      expect(await reached(page)).toBe('client');
    } finally {
      await restore();
    }
  });

  test('with another RP ID a device that had a passkey gets the offer again, and one that browsers don’t accept shows none', async () => {
    const email = newAddress();
    const restore = await serveAt('login.id.localhost');
    const at = authAt('login.id.localhost');
    try {
      const { page, authenticator } = await openDevice(browser());
      await createPasskey(page, email, at);
      await setRpId('id.localhost');
      await signIn(page, email, at);
      expect(await reached(page)).toBe('offer');
      expect(await acceptOffer(page)).toBe('client');
      expect(await authenticator.count()).toBe(2);
      await setRpId('other.example');
      await page.context().clearCookies();
      await visit(page, authUrl(web, { at }));
      expect(await page.getAttribute('#email', 'autocomplete')).toBe('email');
      expect(await page.locator('#authenticateWebAuthnButton').count()).toBe(0);
      await signIn(page, email, at);
      expect(await reached(page)).toBe('client');
    } finally {
      await setRpId('');
      await restore();
    }
  });
});
