/** The pages that a stock realm with the step has beside the others, in the theme of the sample realm, and how to reach them in a browser. */
import type { Page } from 'playwright-core';
import { admin } from './admin.ts';
import { Agent } from './agent.ts';
import { visit } from './chromium.ts';
import { newAddress } from './email.ts';
import type { Part } from './flows.ts';
import { ALLOW, invited } from './invitations.ts';
import type { View, Way } from './pages.ts';
import type { SiteClient } from './site.ts';
import { stepLink, WITH_BACKEND_LINKS } from './step-links.ts';
import { authorizationUrl, LINK, makeStepRealm, openAndConfirm, type StepRealm } from './step-realm.ts';

/** The realm and its clients while a page is opened. */
interface Stock {
  realm: StepRealm;
  /** Its emails contain a link. */
  client: SiteClient;
  /** Its emails contain only a code. */
  codeOnly: SiteClient;
}

/** Opens a page in a new stock realm. */
function inStockRealm(work: (page: Page, view: View, stock: Stock) => Promise<unknown>): Way {
  return async (page, view) => {
    const { loginTheme = '', emailTheme = '' } =
      (await (await admin()).realms.findOne({ realm: 'linkgate' })) ?? {};
    const attributes = { ...WITH_BACKEND_LINKS, [ALLOW]: 'true' };
    const realm = await makeStepRealm({ loginTheme, emailTheme }, { attributes });
    try {
      const fields = { redirectUris: [view.client.redirect_uri], baseUrl: view.client.redirect_uri };
      const make = async (config: Record<string, string>) =>
        await realm.makeClient(
          [
            { provider: 'auth-cookie', requirement: 'ALTERNATIVE' },
            { provider: LINK, requirement: 'ALTERNATIVE', config } as Part,
          ],
          fields,
        );
      const [client, codeOnly] = [await make({}), await make({ emailContains: 'code' })];
      await work(page, view, { realm, client, codeOnly });
    } finally {
      await realm.remove();
    }
  };
}

/** A link that a backend had sent to a new user. */
async function sentLink({ realm, client }: Stock, { language }: View): Promise<string> {
  const { email } = await realm.makeUser();
  return await stepLink(realm, client, { email, delivery: 'email', ui_locales: language }, email);
}

/** Signs a user in, and leaves the browser at the client's URL. */
async function signIn(page: Page, view: View, stock: Stock): Promise<void> {
  await visit(page, await sentLink(stock, view));
  await Promise.all([
    page.waitForEvent('framenavigated', (frame) => frame.url().startsWith('chrome-error:')),
    page.click('[name=confirm]', { noWaitAfter: true }),
  ]);
}

const invitationTo = async ({ realm }: Stock, to: SiteClient, { language }: View) => {
  const fields = { language, name: 'Ada', text: 'We meet on Monday. Bring something to read.' };
  return await invited(newAddress(), to, fields, realm.name);
};

async function askForLink(page: Page, { client, language }: View, { realm }: Stock): Promise<void> {
  const or = (provider: string): Part => ({ provider, requirement: 'ALTERNATIVE' });
  const fields = { redirectUris: [client.redirect_uri] };
  const either = await realm.makeClient([or(LINK), or('auth-username-password-form')], fields);
  await visit(page, authorizationUrl(realm, either, { ui_locales: language }));
  await page.locator('[name=authenticationExecution]').waitFor();
}

async function askForCode(page: Page, { language }: View, { realm, codeOnly }: Stock): Promise<void> {
  const { email } = await realm.makeUser();
  await visit(page, authorizationUrl(realm, codeOnly, { ui_locales: language }));
  await page.fill('#email', email);
  await page.click('#linkgate-send');
  await page.waitForSelector('#code');
}

export const STOCK_PAGES: Readonly<Record<string, Way>> = {
  'link of a step': inStockRealm(async (page, view, stock) => {
    await visit(page, await sentLink(stock, view));
  }),
  'link of a step with another user signed in': inStockRealm(async (page, view, stock) => {
    await signIn(page, view, stock);
    await visit(page, await sentLink(stock, view));
    await page.locator(':is(.lg-alert, .pf-v5-c-alert, .pf-c-alert, .alert)').first().waitFor();
  }),
  'used link of a backend, which offers another': inStockRealm(async (page, view, stock) => {
    const link = await sentLink(stock, view);
    await openAndConfirm(link, new Agent());
    await visit(page, link);
    await page.locator('[name=again]').waitFor();
  }),
  'used link of a backend after another was sent': inStockRealm(async (page, view, stock) => {
    const link = await sentLink(stock, view);
    await openAndConfirm(link, new Agent());
    await visit(page, link);
    await page.click('[name=again]');
    await page.locator('[name=again]').waitFor({ state: 'detached' });
  }),
  'link of a step that is disabled': inStockRealm(async (page, view, stock) => {
    const link = await sentLink(stock, view);
    await stock.realm.disableSteps(stock.client);
    await visit(page, link);
  }),
  'invitation to a stock realm': inStockRealm(async (page, view, stock) => {
    await visit(page, await invitationTo(stock, stock.client, view));
  }),
  'invitation to a stock realm with another user signed in': inStockRealm(async (page, view, stock) => {
    await signIn(page, view, stock);
    await visit(page, await invitationTo(stock, stock.client, view));
  }),
  'invitation to a stock realm whose step is disabled': inStockRealm(async (page, view, stock) => {
    const link = await invitationTo(stock, stock.client, view);
    await stock.realm.disableSteps(stock.client);
    await visit(page, link);
  }),
  'invitation where emails contain only a code': inStockRealm(async (page, view, stock) => {
    await visit(page, await invitationTo(stock, stock.codeOnly, view));
  }),
  'sign-in by an invitation where emails contain only a code': inStockRealm(async (page, view, stock) => {
    await visit(page, await invitationTo(stock, stock.codeOnly, view));
    await page.click('[name=confirm]');
    await page.waitForSelector('#linkgate-send');
  }),
  'sign-in by a step, with a password as another way': inStockRealm(askForLink),
  'check email of a step': inStockRealm(async (page, view, stock) => {
    await askForLink(page, view, stock);
    await page.fill('#email', newAddress());
    await page.click('#linkgate-send');
    await page.waitForSelector('#linkgate-waiting');
  }),
  'check email where it contains only a code': inStockRealm(askForCode),
  'check email where it contains only a code, with a wrong one': inStockRealm(async (page, view, stock) => {
    await askForCode(page, view, stock);
    // The form submits itself once it is complete.
    await page.fill('#code', '000000000');
    await page.locator('#code[aria-invalid=true]').waitFor();
  }),
};
