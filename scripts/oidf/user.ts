/** The user's part of a module: opens the pages that the suite requests, and acts on each. */
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { awaitEmail, emailsTo, linkIn } from '../conformance/probe/inbox.ts';
import { Failure } from '../failure.ts';
import type { Proof } from './plans.ts';
import type { PageToOpen } from './suite.ts';

/** A page without anything to do for this long is final. */
const SETTLED_MILLIS = 1500;
const POLL_MILLIS = 50;
/** Collapsed details for the application's developers; a reviewer needs to see them, too. */
const DETAILS = 'details.lg-info';
/** Chooser, address, email, confirmation, consent, sign-out: and some more. */
const MAX_STEPS = 12;

/** A page that the user saw. */
interface Seen {
  heading: string;
  /** Its message to the application's developers. */
  details: string;
  png: Buffer;
}

/** The outcome of a page that was opened. */
export interface Visit {
  /** Whether it ended at the suite; else on the last page seen. */
  atSuite: boolean;
  /** Linkgate's pages, in order of appearance. */
  seen: readonly Seen[];
}

/** The user who signs in, and their inbox. */
export interface Mailbox {
  inboxUrl: string;
  email: string;
  by: Proof;
}

/** @param before number of emails before the last page that sent one */
type Act = (page: Page, mailbox: Mailbox, before: number) => Promise<Page>;

/** The user's actions, by an element of the page; the first match counts. */
const ACTS: readonly (readonly [selector: string, act: Act])[] = [
  ['[name=account]', press('[name=account]')],
  ['input[name=email]:not([type=hidden])', giveAddress],
  ['[name=accept]', press('[name=accept]')],
  ['[name=confirmLogout]', press('[name=confirmLogout]')],
  ['button[name=confirm]', press('button[name=confirm]')],
  ['button[name=action][value=resend]', openEmail],
];

/**
 * Opens a page and continues until the browser is at the suite, or on a page that requires nothing.
 * @throws Failure if there are too many pages
 */
export async function visit(
  context: BrowserContext,
  suiteUrl: string,
  toOpen: PageToOpen,
  mailbox: Mailbox,
): Promise<Visit> {
  let page = await open(context, suiteUrl, toOpen);
  const seen: Seen[] = [];
  let before = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = await nextAction(page, suiteUrl);
    if (next === 'at suite') {
      // The suite's page sends it by a script what followed the `#`.
      await page.waitForLoadState('networkidle');
      return { atSuite: true, seen };
    }
    seen.push(await look(page));
    if (next === 'nothing') return { atSuite: false, seen };
    if (next !== openEmail) before = (await emailsTo(mailbox.inboxUrl, mailbox.email)).length;
    page = await next(page, mailbox, before);
  }
  throw new Failure(`too many pages: ${seen.map(({ heading }) => heading).join(', ')}`);
}

async function open(context: BrowserContext, suiteUrl: string, { url, method }: PageToOpen): Promise<Page> {
  const page = await context.newPage();
  if (method === 'GET') {
    await page.goto(url);
    return page;
  }
  // From a page of the suite, as the application's own form would come.
  await page.goto(`${suiteUrl}/api/server`);
  const target = new URL(url);
  await page.setContent('<form method="post"><button></button></form>');
  await page.locator('form').evaluate(
    (form, { action, fields }) => {
      form.setAttribute('action', action);
      for (const [name, value] of fields) {
        const input = form.appendChild(form.ownerDocument.createElement('input'));
        input.setAttribute('type', 'hidden');
        input.setAttribute('name', name);
        input.setAttribute('value', value);
      }
    },
    { action: `${target.origin}${target.pathname}`, fields: [...target.searchParams] },
  );
  return await press('button')(page);
}

/** Waits until the page needs an action, is the suite's, or no longer changes. */
async function nextAction(page: Page, suiteUrl: string): Promise<Act | 'at suite' | 'nothing'> {
  await page.waitForLoadState('load');
  for (const end = Date.now() + SETTLED_MILLIS; Date.now() < end; await wait(POLL_MILLIS)) {
    if (page.url().startsWith(`${suiteUrl}/`)) return 'at suite';
    for (const [selector, act] of ACTS) if (await isThere(page, selector)) return act;
  }
  return 'nothing';
}

/** Pages that redirect may disappear while they are examined. */
async function isThere(page: Page, selector: string): Promise<boolean> {
  return await page
    .locator(selector)
    .count()
    .then(
      (count) => count > 0,
      () => false,
    );
}

async function look(page: Page): Promise<Seen> {
  await page.locator(DETAILS).evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '');
  });
  const details = await page.locator(`${DETAILS} p`).allTextContents();
  return {
    heading: ((await page.locator('h1').first().textContent()) ?? '').trim(),
    details: details.join(' ').replace(/\s+/g, ' ').trim(),
    png: await page.screenshot(),
  };
}

/** Presses the selector's first match, and waits for the next page. */
function press(selector: string): (page: Page) => Promise<Page> {
  return async (page) => {
    await Promise.all([nextPage(page), page.locator(selector).first().click()]);
    return page;
  };
}

async function nextPage(page: Page): Promise<void> {
  await page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame());
}

async function giveAddress(page: Page, { email }: Mailbox): Promise<Page> {
  await page.fill('input[name=email]', email);
  return await press('form button[type=submit]:not([name=cancel])')(page);
}

/**
 * A link opens in a tab of its own, as email programs do; the requesting tab is closed. A code is typed in the requesting tab.
 */
async function openEmail(page: Page, { inboxUrl, email, by }: Mailbox, before: number): Promise<Page> {
  const message = await awaitEmail(inboxUrl, email, before + 1);
  if (by === 'code') {
    await page.fill('input[name=code]', /^\s*(\d{6})\s*$/m.exec(message.text)?.[1] ?? '');
    await Promise.all([nextPage(page), page.press('input[name=code]', 'Enter')]);
    return page;
  }
  const tab = await page.context().newPage();
  await tab.goto(linkIn(message));
  await page.close();
  return tab;
}
