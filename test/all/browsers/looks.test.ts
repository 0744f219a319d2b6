/** Every page in 16 looks: two sizes, two shades, four languages. `LINKGATE_PICTURES` names a folder for pictures of them. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, openChromium } from '../../support/chromium.ts';
import { KEYCLOAK_PAGES } from '../../support/keycloak-pages.ts';
import { faultsOfLooks, LANGUAGES_LOOKED_AT } from '../../support/looks.ts';
import { PAGES, type Way } from '../../support/pages.ts';

const EVERY: Readonly<Record<string, Way>> = { ...PAGES, ...KEYCLOAK_PAGES };

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(async () => browser?.close());

  describe.each(LANGUAGES_LOOKED_AT)('in the language %s', (language) => {
    test.each(Object.keys(EVERY))('the page “%s” can be read in every look', async (name) => {
      expect(await faultsOfLooks(browser, [name, EVERY[name] as Way], language)).toEqual([]);
    });
  });
});
