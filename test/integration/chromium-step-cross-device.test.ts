/** A stock realm's page that waits for a link goes on by itself once it was approved elsewhere, in Chromium: two profiles, in both families of pages. */

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, openChromium, openContext, requestForComparisonCode, visit } from '../support/chromium.ts';
import { emailTo, linkIn } from '../support/email.ts';
import type { SiteClient } from '../support/site.ts';
import { CROSS_DEVICE, THERE, WHERE, WRONG } from '../support/step-cross-device.ts';
import { authorizationUrl, countSessions, makeStepRealm, type StepRealm } from '../support/step-realm.ts';

describe.skipIf(CHROMIUM === undefined && !process.env.CI).each(['keycloak.v2', 'linkgate'])(
  'in the theme %s',
  (theme) => {
    let browser: Browser;
    let realm: StepRealm;
    let client: SiteClient;
    beforeAll(async () => {
      browser = await openChromium();
      realm = await makeStepRealm({
        loginTheme: theme,
        emailTheme: theme === 'linkgate' ? theme : 'keycloak',
      });
      client = await realm.makeClient([CROSS_DEVICE], { consentRequired: true });
    });
    afterAll(async () => {
      await browser?.close();
      await realm?.remove();
    });

    const profile = async (options = {}): Promise<BrowserContext> => await openContext(browser, options);

    /** Requests a link in one profile, and opens it in another. */
    async function openElsewhere(options = {}) {
      const user = await realm.makeUser();
      const context = await profile(options);
      const waiting = await requestForComparisonCode(context, authorizationUrl(realm, client), user.email);
      const opened = await (await profile(options)).newPage();
      await visit(opened, linkIn(await emailTo(user.email)));
      await opened.getByRole('heading', { name: WHERE }).first().waitFor();
      const code = ((await waiting.locator('.lg-comparison-code').textContent()) ?? '').trim();
      return { user, waiting, opened, code };
    }

    async function enter(opened: Page, code: string, heading: string): Promise<void> {
      await opened.getByLabel('Comparison code shown on that device').fill(code);
      await opened.keyboard.press('Enter');
      await opened.getByRole('heading', { name: heading }).first().waitFor();
    }

    test('the waiting page goes on by itself, and is signed out again', async () => {
      const { user, waiting, opened, code } = await openElsewhere();
      await enter(opened, code, THERE);
      await waiting.locator('[name=accept]').waitFor();
      expect(await countSessions(realm, user)).toBe(0);
      await opened.getByRole('button', { name: 'Sign that device out' }).click();
      await opened.getByRole('heading', { name: 'That device is signed out' }).first().waitFor();
      await waiting.click('[name=accept]');
      await waiting.locator('[name=accept]').waitFor({ state: 'detached' });
      expect(await countSessions(realm, user)).toBe(0);
    });

    test('without scripts, a button of the waiting page looks for the approval', async () => {
      const { waiting, opened, code } = await openElsewhere({ javaScriptEnabled: false });
      await enter(opened, code, THERE);
      await waiting.locator('details.lg-more summary').click();
      await waiting.getByRole('button', { name: 'I’ve entered the code: continue' }).click();
      await waiting.locator('[name=accept]').waitFor();
    });

    test('the waiting page hides its code by itself after a wrong one', async () => {
      const { waiting, opened, code } = await openElsewhere();
      await enter(opened, code === '000' ? '001' : '000', WRONG);
      await waiting.locator('.lg-comparison-code').waitFor({ state: 'detached' });
      expect(await waiting.getByRole('heading', { name: 'Check your email' }).count()).toBeGreaterThan(0);
    });
  },
);
