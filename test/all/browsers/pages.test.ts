/** Every page in every look that `test/integration/pages` omits, and with branding colours of low contrast. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOn } from '../../support/axe.ts';
import { CHROMIUM, openChromium, openContext } from '../../support/chromium.ts';
import { makeClient } from '../../support/own-client.ts';
import { expectValid, ONE_LOOK_EACH, OTHER_LOOKS } from '../../support/page-looks.ts';
import { PAGES } from '../../support/pages.ts';

/** Branding colours with low contrast to both black and white, and colours as light or as dark as the page itself. */
const COLOURS = ['#757575', '#7f7fff', '#fff3b0', '#ffffff', '#10131c'];
/** Pages with every kind of button, link and notice. */
const COLOURED = ['sign-in', 'check email with a wrong code', 'consent'];

const CASES = [...ONE_LOOK_EACH.filter((_, index) => index % 3 !== 0), ...OTHER_LOOKS];

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(async () => browser?.close());

  test.each(CASES)('the page “%s” is valid: %s', async (name, look) => {
    await expectValid(browser, name, look);
  });

  describe.each(COLOURS)('with the branding colour %s', (colour) => {
    const attributes = {
      'linkgate.branding.primary-color': colour,
      'linkgate.branding.background-color': colour,
    };

    test.each(['light', 'dark'] as const)('pages can be read, %s', async (colorScheme) => {
      const client = await makeClient({ name: 'Colours', attributes });
      const context = await openContext(browser, { colorScheme });
      const page = await context.newPage();
      for (const name of COLOURED) {
        await PAGES[name]?.(page, { client, language: 'en' });
        expect(await violationsOn(page), name).toEqual([]);
      }
      await context.close();
      await client.remove();
    });
  });
});
