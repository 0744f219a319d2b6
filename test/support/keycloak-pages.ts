/** The pages of Keycloak's that users of a Linkgate realm can reach beside those of the sign-in, and how to reach them in a browser. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { makeAccount } from './accounts.ts';
import { admin } from './admin.ts';
import { pkcePair } from './authorization.ts';
import { requireCode } from './check-email-page.ts';
import { visit } from './chromium.ts';
import { emailTo, newAddress } from './email.ts';
import { oneTimePassword, otpCredential } from './level-flow.ts';
import { makeClient } from './own-client.ts';
import type { View, Way } from './pages.ts';
import { makeProviderRealm } from './provider-realm.ts';
import { linkFor } from './sign-in.ts';

const REALM = { realm: 'linkgate' };

/** The page of an action that an administrator requires of a user. */
function required(alias: string): Way {
  return async (page, { client }) => {
    const email = newAddress();
    await makeAccount(email, { requiredActions: [alias] });
    await visit(page, await linkFor(email, client));
  };
}

/** The page of an action that is off at first. */
function enabled(alias: string, way: Way): Way {
  return async (page, view) => {
    const management = (await admin()).authenticationManagement;
    const query = REALM as Parameters<typeof management.getRequiredActions>[0];
    const action = (await management.getRequiredActions(query)).find((one) => one.alias === alias) ?? {};
    const set = async (isOn: boolean) =>
      await management.updateRequiredAction({ ...REALM, alias }, { ...action, enabled: isOn });
    await set(true);
    try {
      await way(page, view);
    } finally {
      await set(false);
    }
  };
}

/** A page below the realm. */
const at =
  (path: string): Way =>
  (page) =>
    visit(page, `${inject('site').serverUrl}/realms/linkgate/${path}`);

/** Signs in, and asks for an action by `kc_action`. */
function asked(actionOf: (user: string) => Promise<string>, fields: Record<string, unknown> = {}) {
  return async (page: Page, view: View): Promise<string> => {
    const email = newAddress();
    const action = await actionOf(await makeAccount(email, fields));
    await signIn(page, view, email);
    const { baseUrl } = inject('site');
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'account-console',
      redirect_uri: `${baseUrl}/account/`,
      scope: 'openid',
      state: 'st',
      ...pkcePair().challenge,
      kc_action: action,
    });
    await visit(page, `${baseUrl}/auth?${query}`);
    await page.click('.lg-choice');
    await page.locator('.lg-choice').waitFor({ state: 'detached' });
    return email;
  };
}

/** Deleting their account is a right that the realm's users don't have at first. */
async function mayDelete(id: string): Promise<string> {
  const api = await admin();
  const [account] = await api.clients.find({ ...REALM, clientId: 'account' });
  const role = await api.clients.findRole({ ...REALM, id: account?.id ?? '', roleName: 'delete-account' });
  const roles = [{ id: role?.id ?? '', name: 'delete-account' }];
  await api.users.addClientRoleMappings({ ...REALM, id, clientUniqueId: account?.id ?? '', roles });
  return 'delete_account';
}

/** Proves the user by the code of another email, unless the sign-in was within this second; then the page of the action follows. */
async function proveAgain(page: Page, email: string, action: string): Promise<void> {
  await page.locator(`#code, ${action}`).first().waitFor();
  if ((await page.locator('#code').count()) === 0) return;
  await page.waitForLoadState();
  await page.fill('#code', requireCode(await emailTo(email, 2)));
  await page.locator(action).waitFor();
}

async function removal(id: string): Promise<string> {
  const [credential] = await (await admin()).users.getCredentials({ ...REALM, id });
  return `delete_credential:${credential?.id}`;
}

async function signIn(page: Page, { client }: View, email: string): Promise<void> {
  await visit(page, await linkFor(email, client));
  await Promise.all([
    page.waitForEvent('framenavigated', (frame) => frame.url().startsWith('chrome-error:')),
    page.click('[name=accept]', { noWaitAfter: true }),
  ]);
}

export const KEYCLOAK_PAGES: Readonly<Record<string, Way>> = {
  'profile that an administrator requires': required('UPDATE_PROFILE'),
  'password that an administrator requires': required('UPDATE_PASSWORD'),
  'security key that an administrator requires': required('webauthn-register'),
  'passkey that an administrator requires': required('webauthn-register-passwordless'),
  'terms and conditions': enabled('TERMS_AND_CONDITIONS', required('TERMS_AND_CONDITIONS')),
  'new address that an administrator requires': enabled('UPDATE_EMAIL', required('UPDATE_EMAIL')),
  'deletion by Keycloak’s own action': enabled('delete_account', async (page, view) => {
    const email = await asked(mayDelete)(page, view);
    await proveAgain(page, email, '.kc-alert-delete-account');
  }),
  'link to an identity provider': async (page, view) => {
    const provider = await makeProviderRealm();
    const email = await asked(async () => `idp_link:${provider.alias}`)(page, view);
    await proveAgain(page, email, '#kc-link-text');
    await provider.remove();
  },
  'passkey that was not created': async (page, view) => {
    await required('webauthn-register')(page, view);
    // As Keycloak's script does once the browser's dialog is cancelled.
    await page.evaluate(`{
      document.getElementById('error').value = 'NotAllowedError: The operation was not allowed.';
      document.getElementById('register').submit();
    }`);
    await page.locator('#kc-try-again').waitFor();
  },
  'removal of an authenticator app': async (page, view) => {
    const secret = randomBytes(10).toString('hex');
    const email = await asked(removal, { credentials: [otpCredential(secret)] })(page, view);
    await proveAgain(page, email, '#otp');
    await page.fill('#otp', oneTimePassword(secret));
    await page.click('.lg-button-primary');
    await page.locator('#otp').waitFor({ state: 'detached' });
  },
  'code of a device': at('device'),
  'sign-out of an application in the browser': async (page, view) => {
    const client = await makeClient();
    const url = 'http://localhost:9/signed-out';
    await client.update({ frontchannelLogout: true, attributes: { 'frontchannel.logout.url': url } });
    try {
      await signIn(page, { ...view, client }, newAddress());
      await visit(page, `${inject('site').baseUrl}/protocol/openid-connect/logout`);
      await page.click('#kc-logout');
      await page.locator(`iframe[src^="${url}"]`).waitFor({ state: 'attached' });
    } finally {
      await client.remove();
    }
  },
};
