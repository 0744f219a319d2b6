/** Keycloak's pages read query parameter names in any case: no spelling bypasses a check. */

import { afterEach, describe, expect, inject, test } from 'vitest';
import { accountOf, setUnverifiedEmail } from '../../support/accounts.ts';
import { admin } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { textOf } from '../../support/check-email-page.ts';
import { newAddress } from '../../support/email.ts';
import { formActionOf } from '../../support/form.ts';
import { endpointsOf } from '../../support/realm-endpoints.ts';
import { sessionOf } from '../../support/session-api.ts';
import { follow, linkFor, submitConsent } from '../../support/sign-in.ts';

const { baseUrl, betaUrl, clients } = inject('site');
const { web, shop, betaWeb } = clients;
const BETA = 'linkgate-beta';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

/** Replaces some parameter names in a URL's query. */
function spelled(address: string, names: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, other] of Object.entries(names)) {
    const value = url.searchParams.get(name);
    if (value === null) throw new Error(`the address has no ${name}`);
    url.searchParams.delete(name);
    url.searchParams.set(other, value);
  }
  return url.href;
}

const SPELLINGS: Record<string, string>[] = [
  { client_id: 'Client_Id' },
  { tab_id: 'Tab_Id' },
  { client_id: 'CLIENT_ID', tab_id: 'TAB_ID' },
];

describe.each(SPELLINGS)('a query with %o', (names) => {
  test('signs no parked tab in to an account that was claimed', async () => {
    const [stranger, email] = [new Agent(), newAddress()];
    // Consent in the second tab would let the first continue without consent.
    const consent = await stranger.open(await linkFor(email, web));
    const parked = spelled(consent.url, names);
    const second = await stranger.open(await linkFor(email, web, { emailNumber: 2 }));
    if (second.text.includes('name="accept"')) await submitConsent(stranger, second);
    await setUnverifiedEmail(await accountOf(email), email);
    await follow(await linkFor(email, shop, { emailNumber: 3 }));
    for (const page of [parked, parked.replace('/authenticate', '/required-action')]) {
      const response = await stranger.open(page);
      expect([response.status, response.headers.get('location')], textOf(response)).toEqual([400, null]);
    }
    expect((await sessionOf(stranger)).authenticated).toBe(false);
  });
});

test('a query with another spelling creates no account while sign-up is closed', async () => {
  const allow = async (registrationAllowed: boolean) =>
    (await admin()).realms.update({ realm: BETA }, { registrationAllowed });
  await allow(true);
  undo.push(async () => allow(false));
  const accounts = async () => (await admin()).users.count({ realm: BETA });
  const before = await accounts();
  const agent = new Agent();
  const page = await agent.open(authUrl(betaWeb, { at: endpointsOf(betaUrl)[0].auth }));
  const action = formActionOf(page);
  const query = new URL(spelled(action, { client_id: 'Client_Id' })).searchParams;
  const email = newAddress();
  const body = new URLSearchParams({ email, username: email, firstName: 'A', lastName: 'B' });
  const posted = await agent.open(`${betaUrl}/login-actions/registration?${query}`, { method: 'POST', body });
  expect(posted.status).toBe(400);
  expect(await accounts()).toBe(before);
});

test('a query with unknown names is accepted', async () => {
  const page = await new Agent().open(`${baseUrl}/protocol/openid-connect/logout?Utm_Source=email`);
  expect(page.status).toBe(200);
});
