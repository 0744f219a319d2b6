/** The screenshots of the README and of docs/architecture.md, and how to take each. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, devices, type Page } from 'playwright-core';
import { Failure } from '../failure.ts';
import type { RunClient, RunFile } from '../run-file.ts';

export const EMAIL = 'ada@example.com';
const ARRIVAL_MILLIS = 10_000;
const POLL_MILLIS = 100;

/** The part of MailDev's response that is used. */
interface Email {
  id: string;
  text: string;
  html: string;
}

/** How to get to each picture's page, by the picture's name. */
export const PICTURES: Readonly<Record<string, (page: Page, run: RunFile) => Promise<void>>> = {
  'sign-in': async (page, run) => {
    await page.goto(authorizationUrl(run, 'shop'));
    await page.fill('#email', EMAIL);
  },
  email: async (page, run) => {
    await page.setContent((await requestForEmail(run)).html);
  },
  chooser: async (page, run) => {
    await signIn(page, run);
    await page.goto(authorizationUrl(run, 'shop', { prompt: 'select_account' }));
  },
  'comparison-code': async (page, run) => {
    await requestAtBeta(page, run);
    await fitViewport(page);
  },
  'where-to-sign-in': async (page, run) => {
    const phone = await requireBrowser(page).newContext({ ...devices['iPhone 15'], locale: 'en' });
    const before = (await emails(run)).length;
    await requestAtBeta(await phone.newPage(), run);
    await page.goto(linkIn(await nextEmail(run, before)));
    await fitViewport(page);
    await phone.close();
  },
};

function requireBrowser(page: Page): Browser {
  const browser = page.context().browser();
  if (browser === null) throw new Failure('The page has no browser.');
  return browser;
}

/** Enlarges the viewport to the height of the page. */
async function fitViewport(page: Page): Promise<void> {
  const size = page.viewportSize();
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  if (size !== null) await page.setViewportSize({ ...size, height });
}

/** Requests a link on the page of the realm with closed sign-up, where a link can be approved; the page then polls. */
async function requestAtBeta(page: Page, { beta }: RunFile): Promise<void> {
  await page.goto(authorizationUrlAt(beta.base_url, beta.clients.web));
  await page.fill('#email', EMAIL);
  await page.click('.lg-more summary');
  await page.fill('#referral_code', beta.referral_code);
  await page.keyboard.press('Enter');
  await page.locator('.lg-comparison-code').waitFor({ state: 'attached' });
}

function authorizationUrl(run: RunFile, client: 'web' | 'shop', fields: Record<string, string> = {}): string {
  return authorizationUrlAt(run.base_url, run.clients[client], fields);
}

function authorizationUrlAt(
  baseUrl: string,
  { client_id, redirect_uri = '' }: RunClient,
  fields: Record<string, string> = {},
): string {
  const query = { response_type: 'code', client_id, redirect_uri, scope: 'openid profile email', ...fields };
  return `${baseUrl}/auth?${new URLSearchParams(query)}`;
}

/** Opens a link and consents; the client need not be running. */
async function signIn(page: Page, run: RunFile): Promise<void> {
  await page.goto(linkIn(await requestForEmail(run)));
  const allow = page.locator('[name=accept]');
  if (await allow.isVisible()) await allow.click();
}

export function linkIn({ text }: Email): string {
  const link = /^https?:\S+\/verify-email\?token=\S+$/m.exec(text)?.[0];
  if (link === undefined) throw new Failure('The email has no link.');
  return link;
}

/** Requests a link and waits for its email. */
async function requestForEmail(run: RunFile): Promise<Email> {
  const before = (await emails(run)).length;
  const { client_id, redirect_uri } = run.clients.shop;
  await fetch(`${run.base_url}/request-magic-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, client_id, redirect_uri }),
  });
  return await nextEmail(run, before);
}

/** Waits for the email after the first `before`. */
export async function nextEmail(run: RunFile, before: number): Promise<Email> {
  for (const end = Date.now() + ARRIVAL_MILLIS; Date.now() < end; await wait(POLL_MILLIS)) {
    const found = (await emails(run))[before];
    if (found !== undefined) return found;
  }
  throw new Failure(`No email arrived within ${ARRIVAL_MILLIS / 1000} s.`);
}

export async function emails(run: RunFile): Promise<Email[]> {
  const response = await fetch(`${run.inbox_url}/api/email?to.address=${encodeURIComponent(EMAIL)}`);
  return (await response.json()) as Email[];
}
