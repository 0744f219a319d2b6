/** The pages of Keycloak's that users of a Linkgate realm can reach beside those of the sign-in, and how to reach them in a browser. */
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { makeAccount } from './accounts.ts';
import { admin } from './admin.ts';
import { visit } from './chromium.ts';
import { newAddress } from './email.ts';
import type { View, Way } from './pages.ts';
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
    const action = (await management.getRequiredActions(REALM)).find((one) => one.alias === alias) ?? {};
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
function asked(action: string, fields: Record<string, unknown> = {}): Way {
  return async (page, view) => {
    const email = newAddress();
    await makeAccount(email, fields);
    await signIn(page, view, email);
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: view.client.client_id,
      redirect_uri: view.client.redirect_uri,
      scope: 'openid',
      state: 'st',
      kc_action: action,
    });
    await visit(page, `${inject('site').baseUrl}/auth?${query}`);
    const choose = page.locator('[name=account]').first();
    if ((await choose.count()) > 0) await Promise.all([page.waitForNavigation(), choose.click()]);
  };
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
  'deletion by Keycloak’s own action': enabled('delete_account', asked('delete_account')),
  'code of a device': at('device'),
};
