/** A tab with Linkgate's admin pages in a separate Chromium, and common actions in it. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { enterPages, makeAdministrator } from './administrators.ts';
import { openChromium, openContext } from './chromium.ts';

/** The English tab of an administrator with all roles. */
export interface AdministratorTab {
  browser: Browser;
  context: BrowserContext;
  page: Page;
  /** The administrator's address. */
  email: string;
  /** Presses the first button of that name. */
  press(name: string): Promise<void>;
  /** Navigates to a page by the top links. */
  open(name: string): Promise<void>;
  /** Returns the page's errors since the last call, except those with the given statuses, which the test provoked. */
  unexpectedErrors(...statuses: number[]): string[];
  close(): Promise<void>;
}

/** Starts Chromium and signs in there. */
export async function openAdministratorTab(): Promise<AdministratorTab> {
  const browser = await openChromium();
  const context = await openContext(browser, { locale: 'en' });
  const email = await makeAdministrator('realm-admin');
  const page = await enterPages(context, email);
  const reported: string[] = [];
  page.on('pageerror', (error) => reported.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') reported.push(`${message.location().url}: ${message.text()}`);
  });
  return {
    browser,
    context,
    page,
    email,
    press: async (name) => await page.getByRole('button', { name, exact: true }).first().click(),
    open: async (name) => {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    },
    unexpectedErrors: (...statuses) =>
      reported.splice(0).filter((line) => !statuses.some((status) => line.includes(`status of ${status}`))),
    close: async () => await browser.close(),
  };
}
