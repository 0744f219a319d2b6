/** Devices of the sample realm's users that can have passkeys, and their sign-ins, in Chromium. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { accountOf } from './accounts.ts';
import { admin } from './admin.ts';
import { authUrl } from './authorization.ts';
import { catchArrivals, openChromium, openContext, visit } from './chromium.ts';
import { type Email, emailsTo, emailTo, linkIn } from './email.ts';
import { type Authenticator, addAuthenticator, turnPasskeysOn } from './passkeys.ts';

const { web } = inject('site').clients;
const PRIMARY = '.lg-button-primary';
const OFFER = 'Sign in without an email next time';

/** A device with a page, and its authenticator. */
export interface Device {
  page: Page;
  authenticator: Authenticator;
}

const contexts: BrowserContext[] = [];

/** While a file's tests run, there is a browser, and the realm has passkeys and further settings; `undo` runs at their end. */
export function useBrowser(...settings: (() => Promise<() => Promise<unknown>>)[]) {
  const undo: (() => Promise<unknown>)[] = [];
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openChromium();
    for (const set of [turnPasskeysOn, ...settings]) undo.push(await set());
  });
  afterEach(closeProfiles);
  afterAll(async () => {
    for (const one of undo.reverse()) await one();
    await browser?.close();
  });
  const there = (): Browser => {
    if (browser === undefined) throw new Error('the browser is there only while the tests run');
    return browser;
  };
  return { browser: there, undo };
}

/** Opens a page of a new browser profile. */
export async function openProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await openContext(browser, options);
  contexts.push(context);
  await catchArrivals(context, web.redirect_uri);
  return await context.newPage();
}

/** Closes all profiles. */
export async function closeProfiles(): Promise<void> {
  for (const context of contexts.splice(0)) await context.close();
}

/** Opens a page of a device that has an authenticator. */
export async function openDevice(browser: Browser): Promise<Device> {
  const page = await openProfile(browser);
  return { page, authenticator: await addAuthenticator(page) };
}

/** Requests a link on the sign-in page, or the chooser's other way; `at` is the endpoint, if not the contract's. */
export async function request(page: Page, email: string, at?: string): Promise<Email> {
  const before = (await emailsTo(email)).length;
  const fields = { prompt: 'login', login_hint: email };
  await visit(page, authUrl(web, at === undefined ? { fields } : { at, fields }));
  const chosen = page.locator('[name=account]', { hasText: email });
  await page.locator(`#email, [name=account]`).first().waitFor();
  await page.waitForLoadState('networkidle');
  if ((await chosen.count()) > 0) await chosen.click();
  else {
    await page.fill('#email', email);
    await page.click(PRIMARY);
  }
  return await emailTo(email, before + 1);
}

/** Signs in by a link, up to the page after it: the offer, consent or the client. */
export async function signIn(page: Page, email: string, at?: string): Promise<void> {
  const message = await request(page, email, at);
  await visit(page, linkIn(message));
}

/** Which page a sign-in has reached; after consent, the client. */
export async function reached(page: Page): Promise<'offer' | 'client'> {
  const offer = page.getByRole('heading', { name: OFFER });
  const arrived = page.getByRole('heading', { name: 'Arrived' });
  const consent = page.locator('[name=accept]');
  await offer.or(arrived).or(consent).first().waitFor();
  if (await offer.isVisible()) return 'offer';
  if (await consent.isVisible()) await consent.click();
  await arrived.waitFor();
  return 'client';
}

/** An account's passkeys. */
export async function passkeysOf(email: string) {
  const id = await accountOf(email);
  const credentials = await (await admin()).users.getCredentials({ realm: 'linkgate', id });
  return credentials.filter(({ type }) => type === 'webauthn-passwordless');
}

/** Creates the passkey that the page offers. Returns what follows, once the offer is gone: the authenticator takes its time. */
export async function acceptOffer(page: Page): Promise<'offer' | 'client'> {
  await page.click('#passkey-create');
  await page.getByRole('heading', { name: OFFER }).waitFor({ state: 'hidden' });
  return await reached(page);
}

/** Signs in by a link, and creates the passkey that is offered. */
export async function createPasskey(page: Page, email: string, at?: string): Promise<void> {
  await signIn(page, email, at);
  await acceptOffer(page);
}

/** A device with a passkey of the account, which doesn't recognise the user otherwise. */
export async function openDeviceWithPasskey(browser: Browser, email: string): Promise<Device> {
  const made = await openDevice(browser);
  await createPasskey(made.page, email);
  await made.page.context().clearCookies();
  return made;
}

/** Opens the sign-in page, on which the authenticator responds at once, which may interrupt the navigation. */
export async function openSignIn(page: Page, at?: string): Promise<void> {
  await visit(page, authUrl(web, at === undefined ? {} : { at })).catch(() => undefined);
}
