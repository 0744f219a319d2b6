/** With another hostname for administration, the admin pages call the API there, or show what to configure. In Chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { enterPages, makeAdministratorBy } from '../../support/administrators.ts';
import { CHROMIUM, openChromium, openContext } from '../../support/chromium.ts';
import { openOwnSite } from '../../support/own-site.ts';
import { startVariant, VARIANT_ADMIN, variantHome } from '../../support/variant.ts';

const realm = 'linkgate';
const ADMIN_HOST = '127.0.0.1';

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('with another hostname for administration', () => {
  const ends: (() => Promise<void>)[] = [];
  let browser: Browser;
  let serverUrl: string;
  let inboxUrl: string;

  beforeAll(async () => {
    const site = await openOwnSite();
    ends.push(site.inbox.close);
    const node = await startVariant(await variantHome('admin-host', {}), 'admin-host', {
      adminHost: ADMIN_HOST,
    });
    ends.push(node.stop);
    await site.seed(node.url);
    serverUrl = node.url;
    inboxUrl = site.inbox.url;
    browser = await openChromium();
    ends.push(async () => await browser.close());
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  async function enter() {
    const api = await connectAdmin({ serverUrl, ...VARIANT_ADMIN });
    const email = await makeAdministratorBy(api, ['realm-admin']);
    const context = await openContext(browser, { locale: 'en' });
    const called: string[] = [];
    context.on('request', (request) => called.push(request.url()));
    const url = `${serverUrl}/realms/${realm}/linkgate`;
    return { page: await enterPages(context, email, '#/clients', { url, inboxUrl }), called };
  }

  test('the pages work with the client that seeding created', async () => {
    const { page, called } = await enter();
    await page.getByRole('link', { name: 'Demo Shop' }).waitFor();
    const api = called.filter((address) => address.includes('/admin/realms/'));
    expect(api.length).toBeGreaterThan(0);
    expect(new Set(api.map((address) => new URL(address).hostname))).toEqual(new Set([ADMIN_HOST]));
  });

  test('without its web origins they show what to configure', async () => {
    const api = await connectAdmin({ serverUrl, ...VARIANT_ADMIN });
    const [client] = await api.clients.find({ realm, clientId: 'linkgate-admin' });
    await api.clients.update({ realm, id: client?.id ?? '' }, { ...client, webOrigins: [] });
    const { page } = await enter();
    await page.getByText('“+” among its web origins').waitFor();
  });
});
