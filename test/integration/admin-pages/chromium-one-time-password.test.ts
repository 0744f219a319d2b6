/** A flow for the administrators' pages alone asks for a one-time password, once in each session (docs/administration.md). In Chromium. */
import { createHmac } from 'node:crypto';
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { consentAndArrive, makeAdministrator, pagesUrl } from '../../support/administrators.ts';
import { CHROMIUM, openChromium, openContext } from '../../support/chromium.ts';
import { linkIn, mailsTo, mailTo } from '../../support/mail.ts';

const realm = 'linkgate';
const FLOW = 'linkgate administration';
const SUB_FLOW = 'one-time password';
/** As long as a session may last. */
const MAX_AGE_SECONDS = 172_800;
const LATER_MILLIS = 4_000_000;
const TOTP_STEP_SECONDS = 30;

/** What an authenticator app shows (RFC 6238, with the defaults of Keycloak). */
function oneTimePassword(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Makes the flow as the documentation tells to. */
async function makeFlow(api: KeycloakAdminClient): Promise<void> {
  const management = api.authenticationManagement;
  await management.createFlow({
    realm,
    alias: FLOW,
    providerId: 'basic-flow',
    topLevel: true,
    builtIn: false,
  });
  await management.addExecutionToFlow({ realm, flow: FLOW, provider: 'linkgate-email' });
  await management.addFlowToFlow({
    realm,
    flow: FLOW,
    alias: SUB_FLOW,
    type: 'basic-flow',
    provider: 'registration-page-form',
    description: '',
  });
  for (const provider of ['conditional-level-of-authentication', 'auth-otp-form'])
    await management.addExecutionToFlow({ realm, flow: SUB_FLOW, provider });
  for (const execution of await management.getExecutions({ realm, flow: FLOW })) {
    const requirement = execution.displayName === SUB_FLOW ? 'CONDITIONAL' : 'REQUIRED';
    await management.updateExecution({ realm, flow: FLOW }, { ...execution, requirement });
    if (execution.providerId !== 'conditional-level-of-authentication') continue;
    const config = { 'loa-condition-level': '2', 'loa-max-age': String(MAX_AGE_SECONDS) };
    await management.createConfig({ realm, id: execution.id ?? '', alias: 'administration level', config });
  }
}

/** Where an administrator signs in, or could register another authenticator. */
const CLIENTS = ['linkgate-admin', 'security-admin-console', 'account-console', 'account'];

/** Binds a flow for these clients; none takes the binding away. */
async function bindFlow(api: KeycloakAdminClient, browser: string): Promise<void> {
  for (const clientId of CLIENTS) {
    const [client] = await api.clients.find({ realm, clientId });
    await api.clients.update(
      { realm, id: client?.id ?? '' },
      { ...client, authenticationFlowBindingOverrides: { browser } },
    );
  }
}

describe.skipIf(CHROMIUM === undefined && !process.env.CI)(
  'with a one-time password for administrators',
  () => {
    let browser: Browser;
    let flowId = '';
    let email = '';
    let secret = '';
    let lastStep = 0;

    beforeAll(async () => {
      browser = await openChromium();
      email = await makeAdministrator('realm-admin');
      const api = await admin();
      await makeFlow(api);
      const flows = await api.authenticationManagement.getFlows({ realm });
      flowId = flows.find(({ alias }) => alias === FLOW)?.id ?? '';
      await bindFlow(api, flowId);
    });
    afterAll(async () => {
      await browser?.close();
      const api = await admin();
      await bindFlow(api, '');
      await api.authenticationManagement.deleteFlow({ realm, flowId });
    });

    async function openLink(page: Page, url = pagesUrl()): Promise<void> {
      const before = (await mailsTo(email)).length;
      await page.goto(url);
      await page.fill('input[name=email]', email);
      await page.locator('form button[type=submit]').first().click();
      await page.goto(linkIn(await mailTo(email, before + 1)));
    }

    /** Each is good once: the next one is of a later step, which Keycloak takes a little early. */
    async function giveOneTimePassword(page: Page, field: string): Promise<void> {
      lastStep = Math.max(lastStep + 1, Math.floor(Date.now() / 1000 / TOTP_STEP_SECONDS));
      await page.fill(field, oneTimePassword(secret, lastStep));
      await page.locator('[type=submit]').first().click();
    }

    test('the first sign-in sets it up', async () => {
      const context = await openContext(browser, { locale: 'en' });
      const page = await context.newPage();
      await openLink(page);
      const hidden = page.locator('input[name=totpSecret]');
      await hidden.waitFor({ state: 'attached' });
      secret = await hidden.inputValue();
      await giveOneTimePassword(page, 'input[name=totp]');
      await consentAndArrive(page);
      await context.close();
    });

    test('the next one asks for it after the link, and nothing else in that session does', async () => {
      const context = await openContext(browser, { locale: 'en' });
      const page = await context.newPage();
      await openLink(page);
      await page.locator('input[name=otp]').waitFor();
      await giveOneTimePassword(page, 'input[name=otp]');
      await consentAndArrive(page);
      // Loaded anew it renews its token in a hidden frame, where nothing could be asked.
      const asked: string[] = [];
      context.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.reload();
      await page.locator('header.head').waitFor();
      expect(asked.filter((path) => path.endsWith('/linkgate/silent'))).toHaveLength(1);
      await page.clock.install();
      await page.clock.fastForward(LATER_MILLIS);
      await page.reload();
      await page.locator('header.head').waitFor();
      expect(await mailsTo(email)).toHaveLength(2);
      await context.close();
    });

    test.each(['admin/linkgate/console/', 'realms/linkgate/account/'])(
      'a link alone is not enough at Keycloak’s own pages, either: %s',
      async (path) => {
        const context = await openContext(browser, { locale: 'en' });
        const page = await context.newPage();
        await openLink(page, `${inject('site').serverUrl}/${path}`);
        await page.locator('input[name=otp]').waitFor();
        await context.close();
      },
    );

    test('a link alone is not enough', async () => {
      const context = await openContext(browser, { locale: 'en' });
      const page = await context.newPage();
      await openLink(page);
      await page.locator('input[name=otp]').waitFor();
      await page.goto(pagesUrl());
      // A sign-in that was left unfinished isn't begun again by itself.
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.locator('input[name=otp], input[name=email], button[name=account]').first().waitFor();
      expect(await page.locator('header.head').count()).toBe(0);
      await context.close();
    });
  },
);
