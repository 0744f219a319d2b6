/** The administrators' pages of a stock realm, in Chromium; their client is made as docs/administration.md says. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { giveManagementRoles } from '../../support/administrators.ts';
import { violationsOn } from '../../support/axe.ts';
import { CHROMIUM, openChromium, openContext, visit } from '../../support/chromium.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { invitationIn } from '../../support/invitations.ts';
import { linesOf, sendBatch, untilBatch } from '../../support/link-batches.ts';
import { PATIENT } from '../../support/patience.ts';
import type { SiteClient } from '../../support/site.ts';
import { WITH_BACKEND_LINKS } from '../../support/step-links.ts';
import {
  countSessions,
  LINK,
  makeStepRealm,
  openAndConfirm,
  requestByStep,
  type StepRealm,
  type StepUser,
} from '../../support/step-realm.ts';

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('the administrators’ pages', () => {
  let browser: Browser;
  let page: Page;
  let realm: StepRealm;
  let client: SiteClient;
  let user: StepUser;
  let administrator: string;
  const errors: string[] = [];
  let signIns = 0;

  beforeAll(async () => {
    realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
    client = await realm.makeClient([{ provider: LINK }]);
    const { alias } = await realm.makeFlow([{ provider: LINK }]);
    await realm.update({ browserFlow: alias });
    const pages = `/realms/${realm.name}/linkgate`;
    const api = await admin();
    await api.clients.create({
      realm: realm.name,
      clientId: 'linkgate-admin',
      name: 'Administration',
      publicClient: true,
      rootUrl: inject('site').serverUrl,
      baseUrl: pages,
      redirectUris: [pages, `${pages}/silent`],
      webOrigins: ['+'],
    });
    user = await realm.makeUser();
    const { link } = await requestByStep(realm, client, user);
    await openAndConfirm(link);
    const { id, email } = await realm.makeUser();
    await giveManagementRoles(api, realm.name, id, ['realm-admin']);

    browser = await openChromium();
    page = await (await openContext(browser, { locale: 'en' })).newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.location().url}: ${message.text()}`);
    });
    administrator = email;
    await signIn();
    await heading('Overview');
  });
  afterAll(async () => {
    await browser?.close();
    await realm?.remove();
  });

  /** The realm's flow finds no session: each load of the pages is a sign-in by a link. */
  async function signIn(): Promise<void> {
    await visit(page, `${realm.baseUrl}/linkgate`);
    await page.fill('#email', administrator);
    await page.click('#linkgate-send');
    await page.waitForSelector('#linkgate-waiting');
    await visit(page, linkIn(await emailTo(administrator, ++signIns)));
    await page.click('#linkgate-confirm');
    await page.locator('header.head').waitFor();
  }

  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const open = async (name: string) => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
    await heading(name);
  };

  test('have the overview, limits, settings and users', async () => {
    const places = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    expect(await places.allInnerTexts()).toEqual([
      'Overview',
      'Limits',
      'Settings',
      'Sign-up rules',
      'Users',
    ]);
    await page.getByText('No problems found.').waitFor();
    await page.getByRole('heading', { name: 'From email to click' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('change a limit that acts in this realm', async () => {
    await open('Limits');
    const policy = page.getByRole('group', { name: 'Links per email address', exact: true });
    await policy.getByLabel('Number of requests', { exact: true }).fill('41');
    await press('Review changes');
    await press('Save');
    await page.getByText('Saved. The new limits apply now.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    const { attributes } = (await (await admin()).realms.findOne({ realm: realm.name })) ?? {};
    expect(attributes?.['linkgate.limit.link-email']).toMatch(/^41\//);
  });

  test('show a user with links and sessions, and sign the user out', async () => {
    await open('Users');
    await page.getByLabel('Email address').fill(user.email);
    await press('Look up');
    await page.getByText('can sign in').waitFor();
    expect(await page.locator('table', { hasText: 'Requested' }).locator('tbody tr').count()).toBe(1);
    expect(await violationsOn(page)).toEqual([]);
    await press('Sign out everywhere');
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere' });
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByText('Signed out everywhere.').waitFor();
    expect(await countSessions(realm, user)).toBe(0);
  });

  test.each([
    ['clients', 'Applications'],
    ['branding', 'Branding'],
    ['referral-codes', 'Referral codes'],
  ])('say at #/%s that only Linkgate realms have this', async (name, title) => {
    await page.evaluate(`location.hash = '#/${name}'`);
    await heading(title);
    await page.getByText('Only Linkgate realms have this').waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  });

  test('say at #/invitations that they are off, until they are on', async () => {
    await page.evaluate(`location.hash = '#/invitations'`);
    await heading('Invitations');
    await page.getByText('Invitations are off in this realm').waitFor();
    expect(await page.getByRole('link', { name: 'Invitations', exact: true }).count()).toBe(0);
  });

  test('invite a user to a client whose ID is typed, and list the invitation with its state', async () => {
    const parts = ['auth-cookie', LINK].map((provider) => ({
      provider,
      requirement: 'ALTERNATIVE' as const,
    }));
    const home = await realm.makeClient(parts, { baseUrl: 'http://localhost:9/home' });
    await realm.update({ attributes: { 'linkgate.invitations': 'true' } });
    await signIn();
    await open('Invitations');
    expect(await violationsOn(page)).toEqual([]);
    const [guest, other] = [newAddress('guest'), newAddress('other')];
    await press('Invite');
    const row = (email: string) =>
      page.getByRole('table', { name: 'All invitations' }).locator('tbody tr', { hasText: email });
    for (const email of [guest, other]) {
      await page.getByLabel('Email address', { exact: true }).fill(email);
      const application = page.getByLabel('Application', { exact: true });
      await application.fill(home.client_id);
      // There is no list of clients to choose from.
      expect(await page.locator('datalist option').count()).toBe(0);
      await press('Send invitation');
      await page.getByText(`Invitation sent to ${email}.`).waitFor();
      await row(email).getByText('sent', { exact: true }).waitFor();
    }
    expect(await row(guest).textContent()).toContain('Orders');
    expect(await violationsOn(page)).toEqual([]);

    const visitor = await (await openContext(browser, { locale: 'en' })).newPage();
    await visit(visitor, invitationIn(await emailTo(guest)));
    expect(await visitor.textContent('body')).toContain(guest);
    await visitor.click('[name=confirm]');
    // The user profile asks for the name, which the administrator left out.
    await visitor.locator('#firstName').waitFor();
    await visitor.context().close();
    await row(other)
      .getByRole('button', { name: `Revoke: ${other}` })
      .click();
    await page.getByRole('dialog', { name: 'Revoke' }).getByRole('button', { name: 'Revoke' }).click();
    await row(other).getByText('revoked', { exact: true }).waitFor();
    await row(guest).getByText('accepted', { exact: true }).waitFor();
  });

  test('say at #/links that backends’ links are off, until they are on', async () => {
    await page.evaluate(`location.hash = '#/links'`);
    await heading('Links');
    await page.getByText('Backends aren’t allowed to request links in this realm').waitFor();
    expect(await page.getByRole('link', { name: 'Links', exact: true }).count()).toBe(0);
  });

  test('show lists of links, find those for a client, and revoke one, or all after saying how many', async () => {
    await realm.update({ attributes: WITH_BACKEND_LINKS });
    const users = [await realm.makeUser(), await realm.makeUser(), await realm.makeUser()];
    const { id } = await sendBatch(realm, client, { users: users.map((one) => ({ user_id: one.id })) });
    await untilBatch(realm, id, ({ state }) => state === 'done');
    await signIn();
    await open('Links');
    const list = page.getByRole('article', { name: 'List of 3 users' });
    await list.getByText('not used yet: 3', { exact: true }).waitFor();
    await list.getByText('done', { exact: true }).waitFor();

    const rows = page.getByRole('table', { name: 'Links' }).locator('tbody tr');
    await page.getByLabel('Client ID', { exact: true }).fill(client.client_id);
    await press('Search');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(3);
    expect(await violationsOn(page)).toEqual([]);
    const revoke = `Revoke link: ${users[0]?.email}`;
    await page.getByRole('button', { name: revoke, exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Revoke link' });
    await question.getByRole('button', { name: 'Revoke link', exact: true }).click();
    await page.getByText('The link was revoked.').waitFor();
    await expect.poll(() => rows.count(), PATIENT).toBe(2);
    await list.getByText('not used yet: 2', { exact: false }).waitFor();

    await press('Revoke all of these');
    const all = page.getByRole('dialog', { name: 'Revoke all of these' });
    await all.getByText('2 open links will no longer work.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await all.getByRole('button', { name: 'Revoke all of these' }).click();
    await page.getByText('Links revoked: 2', { exact: true }).waitFor();
    await page.getByText('No links found.').waitFor();
    await list.getByText('revoked, or not emailed in time: 3', { exact: true }).waitFor();
    expect(await list.getByRole('button').count()).toBe(0);

    await list.getByRole('link', { name: 'Show its links' }).click();
    await expect.poll(() => rows.count(), PATIENT).toBe(3);
    expect(await page.getByLabel('List ID', { exact: true }).inputValue()).toBe(id);
  });

  test('stop and resume a list that waits for its limit, and find one link by its ID', async () => {
    await realm.update({ attributes: { ...WITH_BACKEND_LINKS, 'linkgate.limit.link-lists': '1/3600' } });
    const users = [await realm.makeUser(), await realm.makeUser()];
    const { id } = await sendBatch(realm, client, { users: users.map((one) => ({ user_id: one.id })) });
    await untilBatch(realm, id, ({ pause }) => pause?.reason === 'limit');
    await signIn();
    await open('Links');
    const list = page.getByRole('article', { name: 'List of 2 users' });
    // The lists before have used the limit up.
    await list.getByText('waiting: 2', { exact: true }).waitFor();
    await list.getByRole('button', { name: 'Stop sending' }).click();
    await list.getByText('stopped', { exact: true }).waitFor();
    expect((await untilBatch(realm, id, ({ state }) => state === 'stopped')).counts.waiting).toBe(2);
    expect(await violationsOn(page)).toEqual([]);
    await realm.update({ attributes: WITH_BACKEND_LINKS });
    await list.getByRole('button', { name: 'Resume sending' }).click();
    await list.getByText('done', { exact: true }).waitFor();

    await page.getByLabel('Find by', { exact: true }).selectOption('id');
    const field = page.getByLabel('Link ID', { exact: true });
    await field.fill((await linesOf(realm, id))[0]?.id ?? '');
    await press('Search');
    const rows = page.getByRole('table', { name: 'Links' }).locator('tbody tr');
    await expect.poll(() => rows.count(), PATIENT).toBe(1);
  });

  test('show links without buttons to those who may only view users', async () => {
    await realm.update({ attributes: WITH_BACKEND_LINKS });
    const { id: invited } = await realm.makeUser();
    const { id } = await sendBatch(realm, client, { users: [{ user_id: invited }] });
    await untilBatch(realm, id, ({ state }) => state === 'done');
    await page.route(`**/admin/realms/${realm.name}/linkgate`, async (route) => {
      const response = await route.fetch();
      const about = await response.json();
      about.rights.users.manage = false;
      await route.fulfill({ response, json: about });
    });
    await signIn();
    await open('Links');
    await page.unrouteAll();
    const list = page.getByRole('article', { name: 'List of 1 user,' });
    await list.getByRole('link', { name: 'Show its links' }).click();
    await page.getByRole('table', { name: 'Links' }).locator('tbody tr').waitFor();
    const buttons = page.getByRole('main').getByRole('button');
    expect(await buttons.allInnerTexts()).toEqual(['Search']);
  });

  test('lead back to the sign-in after signing out, and reported no error', async () => {
    expect(errors).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForSelector('#email');
    await expect
      .poll(() => page.url(), PATIENT)
      .toContain(`/realms/${realm.name}/protocol/openid-connect/auth`);
  });
});
