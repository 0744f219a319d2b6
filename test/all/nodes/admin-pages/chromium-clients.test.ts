/** An administrator decides on clients and edits their branding, only on Linkgate's pages. In Chromium, on PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin, REALM, setRealmName } from '../../../support/admin.ts';
import { callAdminApi } from '../../../support/admin-api.ts';
import { type AdministratorTab, openAdministratorTab } from '../../../support/administrator-tab.ts';
import { enterPages, makeAdministrator, pagesUrl } from '../../../support/administrators.ts';
import { makeApiScope, makeRole } from '../../../support/api-scope.ts';
import { authUrl } from '../../../support/authorization.ts';
import { violationsOn } from '../../../support/axe.ts';
import { CHROMIUM, openContext, visit } from '../../../support/chromium.ts';
import { emailTo } from '../../../support/email.ts';
import { makeClient, type OwnClient } from '../../../support/own-client.ts';
import { PATIENT } from '../../../support/patience.ts';
import { PICTURE } from '../../../support/picture.ts';
import { change, modelOf, type Registered, register, remove } from '../../../support/registration.ts';

/** A dot between letters would look like a link, which no branding may have. */
const EVIL = `<img src=x onerror="document['title']='run'"> & "Sons" ${randomBytes(3).toString('hex')}`;
const LOGO = 'https://logo.example/logo.png';

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('clients on the administrators’ pages', () => {
  let tab: AdministratorTab;
  let page: AdministratorTab['page'];
  let press: AdministratorTab['press'];
  let client: OwnClient;
  let restore: () => Promise<void>;
  const logos: string[] = [];

  beforeAll(async () => {
    restore = await setRealmName(EVIL);
    client = await makeClient({
      name: EVIL,
      redirectUris: [
        'https://app.example/back',
        'https://app.example@evil.example/',
        'http://127.0.0.1/back',
      ],
      attributes: { 'linkgate.approval': 'pending' },
    });
    tab = await openAdministratorTab();
    ({ page, press } = tab);
    await tab.context.route(LOGO, async (route) => {
      logos.push(route.request().frame().url());
      await route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      });
    });
    await tab.open('Applications');
  });
  afterAll(async () => {
    await tab?.close();
    await client?.remove().catch(() => {});
    await restore?.();
  });

  const state = (text: string) => page.locator('.title .state', { hasText: text });
  /** The buttons of what can be decided; the client's settings have others below. */
  const decisions = () => page.locator('main .buttons').first();
  /** What users see at the client: the status of its sign-in page. */
  const atSignIn = async () => (await fetch(authUrl(client), { redirect: 'manual' })).status;

  test('a long list is loaded from the server page by page', async () => {
    const sizes: (string | null)[] = [];
    // Pages of two rows, so that a few clients fill several.
    await page.route('**/linkgate/clients?*', async (route) => {
      const url = new URL(route.request().url());
      // The number of pending clients in the frame.
      if (url.searchParams.get('state') === 'pending') return await route.continue();
      sizes.push(url.searchParams.get('max'));
      url.searchParams.set('max', '2');
      await route.continue({ url: url.href });
    });
    await tab.open('Overview');
    await tab.open('Applications');
    const pager = page.getByRole('navigation', { name: 'Pages of the list' });
    const shown = async () => await page.locator('tbody tr a').allTextContents();
    await pager.getByText('1 to 2').waitFor();
    const first = await shown();
    await press('Next');
    await pager.getByText('3 to 4').waitFor();
    await expect.poll(async () => new Set([...first, ...(await shown())]).size, PATIENT).toBe(4);
    await press('Previous');
    await expect.poll(shown, PATIENT).toEqual(first);
    expect(new Set(sizes)).toEqual(new Set(['20']));
    await page.unroute('**/linkgate/clients?*');
    await tab.open('Overview');
    await tab.open('Applications');
  });

  test('a pending client is found by a part of its name, which is never executed', async () => {
    await page.getByLabel('Part of the name or client ID').fill(EVIL.slice(-6));
    await page.getByLabel('State').selectOption('pending');
    await press('Search');
    await expect.poll(async () => await page.locator('tbody tr').count(), PATIENT).toBe(1);
    await page.getByRole('link', { name: EVIL }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('link', { name: EVIL }).click();
    await page.getByRole('heading', { name: EVIL }).waitFor();
    await page.locator('header.head').getByText(EVIL).waitFor();
    expect(await page.locator('main img, header img').count()).toBe(0);
    expect(await page.title()).not.toBe('run');
  });

  test('what an approval decides stands beside its button: the name, and to which hosts it leads', async () => {
    const facts = page.locator('main .facts').first();
    expect(await facts.locator('dd').first().textContent()).toBe(EVIL);
    const hosts = await facts.locator('dd').nth(1).locator('li').allTextContents();
    expect(hosts.sort()).toEqual(['an app on their own device', 'app.example', 'evil.example']);
    expect(await facts.locator('dd').nth(2).textContent()).toBe('None');
  });

  test.each([
    ['Reject', 'rejected', 401, true],
    ['Set back to pending', 'pending', 403, false],
    ['Approve', 'approved', 200, false],
    ['Suspend', 'suspended', 403, true],
    ['Approve', 'approved', 200, false],
    ['Delete', 'deleted', 401, true],
  ])('%s makes it %s; what stops it asks first, and names it', async (button, becomes, status, asks) => {
    await press(button);
    if (asks) {
      const dialog = page.getByRole('dialog', { name: `${button} ${EVIL}?` });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await state(becomes).count()).toBe(0);
      await press(button);
      expect(await violationsOn(page)).toEqual([]);
      await dialog.getByRole('button', { name: button }).click();
    }
    await state(becomes).waitFor();
    expect(await decisions().locator('.primary').count()).toBe(
      ['pending', 'suspended'].includes(becomes) ? 1 : 0,
    );
    expect(await atSignIn()).toBe(status);
  });

  test('what invitations need is said, and set there', async () => {
    // Deleted as it is, nothing is asked for.
    expect(await page.locator('main .warning').count()).toBe(0);
    await press('Restore as approved');
    await page.getByText('Nobody can be invited to this application yet').waitFor();
    await press('Edit landing page');
    await page.getByLabel('Home URL').fill('shop.example');
    await press('Save');
    await page.locator('.wrong').getByText('Enter a full URL').waitFor();
    await page.getByLabel('Home URL').fill('https://shop.example/');
    await press('Save');
    await page.getByText('Users can be invited to this application.').waitFor();
  });

  test('its API scopes are chosen among the realm’s, and shown with whom they are for and who is granted them', async () => {
    const [, id = ''] = /clients\/([^/]+)/.exec(page.url()) ?? [];
    const role = await makeRole();
    const [scope, other] = [await makeApiScope({ needed: role }), await makeApiScope()];
    const card = page.locator('.section', { has: page.getByRole('heading', { name: 'API access' }) });
    const openAgain = async () => {
      await tab.open('Overview');
      await page.goBack();
      await page.getByRole('heading', { name: EVIL }).waitFor();
    };
    const box = (name: string) => card.getByRole('checkbox', { name });
    await openAgain();
    await card.getByText('The application can’t request any API scopes.').waitFor();
    await press('Edit API scopes');
    await box(scope.name).check();
    expect(await violationsOn(page)).toEqual([]);
    await card.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await card.getByText(`Audience: ${scope.audience}`).waitFor();
    await card.getByText(`Role needed: ${role.name}`).waitFor();
    expect(await card.getByText(other.name).count()).toBe(0);

    // Another administrator's scope isn't lost: the page shows it first, and marks it.
    await press('Edit API scopes');
    await box(scope.name).uncheck();
    await other.assignTo(client);
    await card.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('The application has changed since you opened it.').waitFor();
    const added = card.locator('.facts > div', { hasText: other.name });
    await added.getByText('changed').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    const { json } = await callAdminApi<{ api_scopes: string[] }>('GET', `/clients/${id}`);
    expect(json.api_scopes).toEqual([scope.name, other.name].sort());

    await page.route('**/linkgate/api-scopes', (route) => route.fulfill({ json: { api_scopes: [] } }));
    await openAgain();
    await card.getByText('The realm has no API scopes').waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
    await page.unroute('**/linkgate/api-scopes');
    for (const one of [scope, other, role]) await one.remove();
    await openAgain();
  });

  test('its branding is previewed before it is saved, its logo only in the frame, and none of its scripts run', async () => {
    await page.getByRole('link', { name: 'Edit branding' }).click();
    await page.getByLabel('Logo').fill(LOGO);
    await page.getByLabel('Primary colour', { exact: true }).fill('#ffff00');
    await page.locator('form .contrasts .poor').getByText('Choose a darker colour.').waitFor();
    await page.getByLabel('Background colour', { exact: true }).fill('#102030');
    await page.getByLabel('Text', { exact: true }).fill('<b onclick="x">Hello</b>');
    await page.getByLabel('Email subject').fill(`Subject ${EVIL}`);
    await page.getByLabel('Email sender name').fill(`Sender ${EVIL}`);
    const frame = page.frameLocator('iframe.preview');
    await frame.getByRole('heading', { name: 'Sign in to' }).waitFor();
    await frame.locator('img').first().waitFor({ state: 'attached' });
    await page.getByText('too low').first().waitFor();
    expect(logos.length).toBeGreaterThan(0);
    expect(new Set(logos)).toEqual(new Set([`${pagesUrl()}/preview`]));
    expect(await page.locator('iframe.preview').getAttribute('sandbox')).toBe('allow-same-origin');
  });

  test('in dark colours, on a phone, in another language, as an email', async () => {
    const frame = page.frameLocator('iframe.preview');
    // No script runs in the frame, not even the test's: the page is inspected.
    const ground = async () =>
      await page.evaluate(
        "getComputedStyle(document.querySelector('iframe.preview').contentDocument.body).backgroundColor",
      );
    const light = await ground();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect.poll(ground, PATIENT).not.toBe(light);
    await page.getByRole('radio', { name: 'Phone' }).check();
    await expect
      .poll(async () => (await page.locator('iframe.preview').boundingBox())?.width, PATIENT)
      .toBeLessThan(400);
    await page.getByLabel('Language of the preview').selectOption('ar');
    await frame.locator('html[dir=rtl]').waitFor({ state: 'attached' });
    await page.getByRole('radio', { name: 'Email' }).check();
    await frame.getByText('<b onclick="x">Hello</b>').waitFor();
    for (const label of ['Subject', 'Sender']) await page.getByText(`${label} ${EVIL}`).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
  });

  test('the email is sent to the administrator only', async () => {
    await press('Send a test email');
    await page.getByText(`Sent to ${tab.email}.`).waitFor();
    // The first one was the sign-in's.
    expect((await emailTo(tab.email, 2)).html).toContain('logo.example');
  });

  test('an invalid field shows how to fix it, and valid fields are saved', async () => {
    await page.getByLabel('Logo').fill('http://logo.example/logo.png');
    await press('Save');
    await page
      .locator('form .wrong')
      .getByText('Enter an address that begins with https:// and has at most 2,000 characters.')
      .waitFor();
    expect(await page.getByLabel('Logo').getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('link', { name: EVIL }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await press('Cancel');
    expect(await page.getByLabel('Logo').inputValue()).toBe('http://logo.example/logo.png');
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('Logo').fill(LOGO);
    await press('Save');
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await (await fetch(authUrl(client))).text()).toContain(LOGO);
  });

  test('an uploaded logo and a text in one language are previewed and saved', async () => {
    const frame = page.frameLocator('iframe.preview');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
    await page.getByRole('alert').getByText('isn’t a PNG, JPEG, WebP or GIF').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') });
    await frame.locator('img[src*="/logos/"]').first().waitFor({ state: 'attached' });
    await page.getByLabel('Language of subject and text').selectOption('de');
    await page.getByLabel('Text', { exact: true }).fill('Willkommen');
    await frame.getByText('Willkommen').waitFor();
    await press('Save');
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await (await fetch(authUrl(client))).text()).toContain('/logos/');
  });

  test('another administrator’s changes are kept and shown, and so are one’s own', async () => {
    const [, id = ''] = /clients\/([^/]+)/.exec(page.url()) ?? [];
    const at = `/clients/${id}/branding`;
    const { version, branding } = (await callAdminApi<{ version: string; branding: object }>('GET', at)).json;
    await page.getByLabel('Primary colour', { exact: true }).fill('#004d40');
    await page.getByLabel('Email sender name').fill('Mine');
    const theirs = { ...branding, version, primary_color: '#c2185b', background_color: '#eeeeee' };
    expect((await callAdminApi('PUT', at, { body: theirs })).status).toBe(200);
    await press('Save');
    await page.getByText('Another administrator has changed this branding.').waitFor();
    await page.getByText('The other administrator set: #c2185b').waitFor();
    expect(await page.getByLabel('Primary colour', { exact: true }).inputValue()).toBe('#004d40');
    expect(await page.getByLabel('Background colour', { exact: true }).inputValue()).toBe('#eeeeee');
    await press('Save');
    await page.getByText('Saved.', { exact: true }).waitFor();
    const { json } = await callAdminApi<{ branding: object }>('GET', at);
    expect(json.branding).toMatchObject({
      primary_color: '#004d40',
      background_color: '#eeeeee',
      sender_name: 'Mine',
    });
  });

  test('permanent removal needs confirmation, and deletes', async () => {
    await page.getByRole('link', { name: EVIL }).click();
    await press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await press('Delete permanently');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await press('Delete permanently');
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByRole('heading', { name: 'Applications' }).waitFor();
    await page.getByLabel('Part of the name or client ID').fill(client.client_id);
    await press('Search');
    await page.getByText('No applications found.').waitFor();
  });

  test('an administrator who may only view clients can type nothing', async () => {
    const other = await makeClient();
    const viewer = await enterPages(
      await openContext(tab.browser, { locale: 'en' }),
      await makeAdministrator('view-clients'),
    );
    await viewer.getByLabel('Part of the name or client ID').fill(other.client_id);
    await viewer.keyboard.press('Enter');
    await viewer.locator('tbody a').first().click();
    await viewer.getByRole('link', { name: 'View branding' }).click();
    await viewer.getByText('You can view this branding, but not change it.').waitFor();
    expect(await viewer.locator('form :is(input, textarea):not([readonly], :disabled)').count()).toBe(0);
    expect(await viewer.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await viewer.context().close();
    await other.remove();
  });

  describe('of a client that registered itself', () => {
    const at = (path: string) => `https://fish.example/${path}`;
    const CLAIMS = {
      name: 'Fish',
      description: EVIL,
      rootUrl: at('root'),
      baseUrl: at('home'),
      redirectUris: [at('back')],
      webOrigins: ['https://fish.example'],
      frontchannelLogout: true,
      attributes: {
        'post.logout.redirect.uris': `${at('bye')}##${at('bye-bye')}`,
        'backchannel.logout.url': at('back-channel'),
        'frontchannel.logout.url': at('front-channel'),
        'linkgate.initiate-login-uri': at('begin'),
        logoUri: at('logo'),
        policyUri: at('privacy'),
        tosUri: at('terms'),
        'linkgate.branding.subject': 'Your fish',
      },
    };
    let waiting: Registered;
    beforeAll(async () => {
      waiting = await register('default', CLAIMS);
      await visit(page, `${pagesUrl()}#/clients/${waiting.id}`);
      await page.getByRole('heading', { name: 'Fish' }).waitFor();
    });
    afterAll(() => remove(waiting));

    const row = (name: string) =>
      page.locator('.facts > div', { has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) });

    test('all of its metadata is shown, as text', async () => {
      const shown = (await page.locator('.facts').allTextContents()).join('\n');
      const values = [CLAIMS, CLAIMS.attributes].flatMap((all) => Object.values(all).flat());
      const texts = values.filter((one) => typeof one === 'string').flatMap((one) => one.split('##'));
      expect(texts.filter((text) => !shown.includes(text))).toEqual([]);
      expect(await page.locator('.facts :is(a, img, [onerror])').count()).toBe(0);
      expect(await violationsOn(page)).toEqual([]);
    });

    test('who registered it, and when, is shown', async () => {
      await row('Registered by').getByText('the holder of an initial access token').waitFor();
      expect(await row('Registered').textContent()).toMatch(/20\d\d/);
    });

    test('metadata changed since then isn’t approved: it is shown first, and marked', async () => {
      const evil = 'https://evil.example/back';
      await change(waiting, 'default', { ...CLAIMS, redirectUris: [evil] });
      await press('Approve');
      await page.getByRole('alert').getByText('The application has changed since you opened it.').waitFor();
      await row('Redirect URIs').getByText(evil).waitFor();
      expect(await row('Redirect URIs').textContent()).toContain('changed');
      await row('Redirect URIs').locator('.before').getByText(at('back')).waitFor();
      expect(await row('Home URL').textContent()).not.toContain('changed');
      expect((await modelOf(waiting)).attributes?.['linkgate.approval']).toBe('pending');
      expect(await violationsOn(page)).toEqual([]);
      await press('Approve');
      await state('approved').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect((await modelOf(waiting)).redirectUris).toEqual([evil]);
    });
  });

  test('an application is created there, and its secret shown once', async () => {
    await tab.open('Applications');
    await press('Add application');
    const clientId = `made-${randomBytes(3).toString('hex')}`;
    const form = page.locator('.panel form');
    await form.getByLabel('Name').fill('Made here');
    await form.getByLabel('Client ID').fill(clientId);
    await form.getByLabel('Redirect URIs').fill('/relative');
    await press('Create application');
    await page.getByRole('alert').getByText('isn’t an absolute URI').waitFor();
    expect(await form.getByLabel('Client ID').inputValue()).toBe(clientId);
    await form.getByLabel('Redirect URIs').fill('https://made.example/back');
    expect(await violationsOn(page)).toEqual([]);
    await press('Create application');
    await page.getByText('Made here was created.').waitFor();
    await page.getByText('Client secret').first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the application' }).click();
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave without saving' })
      .click();
    await page.getByRole('heading', { name: 'Made here', level: 1 }).waitFor();
    await state('approved').waitFor();
    const [made] = await (await admin()).clients.find({ realm: REALM, clientId });
    await (await admin()).clients.del({ realm: REALM, id: made?.id ?? '' });
  });

  test('an API scope is created there', async () => {
    await tab.open('Applications');
    await press('Add API scope');
    const name = `made:${randomBytes(3).toString('hex')}`;
    const form = page.locator('.panel form');
    await form.getByLabel('Scope').fill('openid');
    await form.getByLabel('Audience').fill('https://api.made.example');
    await form.getByLabel('Text of the consent page').fill('See what you made');
    await press('Create API scope');
    await page.getByRole('alert').getByText('it is reserved').waitFor();
    await form.getByLabel('Scope').fill(name);
    expect(await violationsOn(page)).toEqual([]);
    await press('Create API scope');
    await page.getByText(`The API scope ${name} was created.`).waitFor();
    const { json } = await callAdminApi<{ api_scopes: object[] }>('GET', '/api-scopes');
    expect(json.api_scopes).toContainEqual({
      name,
      audiences: ['https://api.made.example'],
      needed_roles: [],
      consent_text: 'See what you made',
    });
    const scope = await (await admin()).clientScopes.findOneByName({ realm: REALM, name });
    await (await admin()).clientScopes.del({ realm: REALM, id: scope?.id ?? '' });
  });

  test('no page reported an error except for rejected requests', () => {
    expect(tab.unexpectedErrors(400, 409)).toEqual([]);
  });
});
