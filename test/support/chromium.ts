/** A real Chromium with a fresh profile, if the machine has one. */
import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
  type Response,
} from 'playwright-core';
import { vi } from 'vitest';
import { startApplication } from './application.ts';
import { emailsTo, emailTo, linkIn } from './email.ts';
import { PATIENCE_MILLIS, PATIENT } from './patience.ts';

const PLACES = [
  process.env.CHROMIUM_PATH,
  // The same Chromium without windows, which take most of the CPU time of a page's test.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Features to disable. Of several such lists only the last one counts, so Playwright's own is repeated here. */
const WITHOUT = [
  // A process for a page that may never be opened.
  'SpareRendererForSitePerProcess',
  // Pages behind the address bar of each window: they cost as much CPU time as the tested page.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // Playwright’s own.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${WITHOUT.join(',')}`,
];

/** The path of Chromium, or undefined. CHROMIUM_PATH overrides it. */
export const CHROMIUM = PLACES.find((place) => place !== undefined && existsSync(place));

/** Starts it. Without one, tests of pages are skipped on a developer's machine, never in CI. */
export async function openChromium(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('no Chromium: install it, or set CHROMIUM_PATH');
  return await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** By port: profiles share them. They end with this process. */
const applications = new Map<string, Promise<unknown>>();

/**
 * Runs an application at a redirect URI on this machine, whose page says `Arrived`.
 * @param arrived receives the URL of each requested page
 */
export async function catchArrivals(
  context: BrowserContext,
  redirectUri: string,
  arrived: URL[] = [],
): Promise<void> {
  const { port } = new URL(redirectUri);
  const application = applications.get(port) ?? startApplication({ port: Number(port) });
  applications.set(port, application);
  await application;
  context.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().startsWith(redirectUri))
      arrived.push(new URL(request.url()));
  });
}

/** Creates a browser profile for a user. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MILLIS);
  context.on('page', recordNavigations);
  return context;
}

/** The main frame's navigations of each tab that have begun and show neither a page nor a failure yet. */
const navigations = new WeakMap<Page, Set<Request>>();

function recordNavigations(page: Page): void {
  const pending = new Set<Request>();
  navigations.set(page, pending);
  const isNavigation = (request: Request) =>
    request.isNavigationRequest() && request.frame() === page.mainFrame();
  page.on('request', (request) => {
    const before = request.redirectedFrom();
    if (before !== null) pending.delete(before);
    if (isNavigation(request)) pending.add(request);
  });
  page.on('requestfailed', (request) => pending.delete(request));
  page.on('response', (response) => {
    if (response.status() === 204) pending.delete(response.request());
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) pending.clear();
  });
}

/**
 * Waits for all that Chromium has told so far: a server may have got a request of which the test hasn't heard yet. The session isn't the tab's,
 * whose end would disable its virtual authenticators.
 */
async function toldSoFar(page: Page): Promise<void> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  await session?.detach();
}

/**
 * Opens a URL in a tab once its navigation before has ended: the two would interrupt each other, and a test waits for what the one before
 * requests, not for its page. A tab of `openContext`.
 */
export async function visit(
  page: Page,
  url: string,
  options: Parameters<Page['goto']>[1] = {},
): Promise<Response | null> {
  const pending = navigations.get(page);
  if (pending === undefined) throw new Error('openContext opens the contexts of tests');
  await toldSoFar(page);
  await vi.waitUntil(() => pending.size === 0, PATIENT);
  await page.waitForLoadState();
  return await page.goto(url, options);
}

/** Enters an address on a sign-in page in a new tab, which then shows the comparison code. */
export async function requestForComparisonCode(
  context: BrowserContext,
  signInUrl: string,
  email: string,
): Promise<Page> {
  const page = await context.newPage();
  await visit(page, signInUrl);
  await page.fill('input[name=email]', email);
  await page.keyboard.press('Enter');
  await page.locator('.lg-comparison-code').waitFor({ state: 'attached' });
  return page;
}

/**
 * Enters an address on a sign-in page, opens the link of the email in a new tab, and consents there if prompted.
 *
 * @returns the new tab, on its way to the application
 */
export async function signInOnTabs(page: Page, email: string): Promise<Page> {
  const before = (await emailsTo(email)).length;
  await page.fill('input[name=email]', email);
  await page.click('form button[type=submit]:not([name=cancel])');
  await page.getByText(email).first().waitFor();
  const tab = await page.context().newPage();
  const link = linkIn(await emailTo(email, before + 1));
  await visit(tab, link);
  await page.getByRole('heading', { name: 'Sign-in continued in another tab' }).waitFor();
  if (new URL(tab.url()).origin === new URL(link).origin) await tab.click('[name=accept]');
  return tab;
}
