/** The looks in which every page is checked in a real browser. */
import type { Browser } from 'playwright-core';
import { expect, inject } from 'vitest';
import { violationsOn } from './axe.ts';
import { openContext } from './chromium.ts';
import { PAGES } from './pages.ts';

const { serverUrl, clients } = inject('site');

/** Two looks that have little in common; 320 pixels are also the width of 640 at 200 % zoom. */
const LOOKS = {
  'light, in English, wide': {
    client: clients.web,
    language: 'en',
    dir: 'ltr',
    scheme: 'light',
    width: 1280,
  },
  'dark, in Arabic, with a branding, 320 pixels wide': {
    client: clients.shop,
    language: 'ar',
    dir: 'rtl',
    scheme: 'dark',
    width: 320,
  },
} as const;

/** Runs in the page. */
const LOOK = `({
  lang: document.documentElement.lang,
  dir: document.documentElement.dir,
  scrollsSideways: document.documentElement.scrollWidth > innerWidth,
  headings: document.querySelectorAll('h1').length,
  inlineScripts: [...document.querySelectorAll('script:not([src]):not([type=importmap])')]
    .filter((script) => !script.text.includes('history.replaceState')).length,
})`;

type Look = keyof typeof LOOKS;

const LOOK_NAMES = Object.keys(LOOKS) as Look[];

const casesWhere = (isOwn: boolean) =>
  Object.keys(PAGES).flatMap((name, index) =>
    LOOK_NAMES.filter((_, look) => (look === index % LOOK_NAMES.length) === isOwn).map(
      (look) => [name, look] as const,
    ),
  );

/** Each page with one of the looks, in turn. */
export const ONE_LOOK_EACH = casesWhere(true);
/** Each page with the remaining looks. */
export const OTHER_LOOKS = casesWhere(false);

/** Opens a page in a look and expects that it is accessible, in its language, and loads nothing from elsewhere. */
export async function expectValid(browser: Browser, name: string, look: Look): Promise<void> {
  const { client, language, dir, scheme, width } = LOOKS[look];
  const context = await openContext(browser, { viewport: { width, height: 640 }, colorScheme: scheme });
  const page = await context.newPage();
  const foreign: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin !== serverUrl && origin !== new URL(client.redirect_uri).origin) foreign.push(request.url());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await PAGES[name]?.(page, { client, language });
  expect(await violationsOn(page)).toEqual([]);
  const seen = await page.evaluate(LOOK);
  // Keycloak adds one that removes a parameter from the URL of a form page; it isn't counted.
  expect(seen).toEqual({ lang: language, dir, scrollsSideways: false, headings: 1, inlineScripts: 0 });
  expect({ foreign, errors }).toEqual({ foreign: [], errors: [] });
  await context.close();
}
