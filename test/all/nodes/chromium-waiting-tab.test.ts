/** A tab that waits for an email until its link expires, which takes a minute at least (contract, section 4.13). */
import { expect, inject, test } from 'vitest';
import { setLinkSettings } from '../../support/admin.ts';
import { authUrl } from '../../support/authorization.ts';
import { CHROMIUM, openChromium, openContext, visit } from '../../support/chromium.ts';
import { newAddress } from '../../support/email.ts';

test.skipIf(CHROMIUM === undefined && !process.env.CI)(
  'in Chromium, a tab whose link has expired says so by itself, and stops polling',
  async () => {
    const browser = await openChromium();
    const restore = await setLinkSettings({ lifetime: '60' });
    const page = await (await openContext(browser)).newPage();
    await visit(page, authUrl(inject('site').clients.web));
    await page.fill('input[name=email]', newAddress());
    await page.keyboard.press('Enter');
    await page.locator('[data-state-url]').waitFor({ state: 'attached' });
    await restore();
    await page.getByRole('heading', { name: 'The link has expired' }).waitFor({ timeout: 240_000 });
    expect(await page.locator('[data-state-url]').count()).toBe(0);
    await browser.close();
  },
);
