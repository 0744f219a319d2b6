/** Passkeys and second factors are set up, replaced and removed on a user's own page (contract, section 11). */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  accountPageUrl,
  idsOn,
  openAccountPage,
  press,
  serveAccountPage,
} from '../../support/account-page.ts';
import { accountOf } from '../../support/accounts.ts';
import { admin } from '../../support/admin.ts';
import type { Agent, Page } from '../../support/agent.ts';
import { signedIn } from '../../support/authorization.ts';
import { textOf } from '../../support/check-email-page.ts';
import { chooseSignedInAccount, requiresEmail, submitAddress } from '../../support/chooser.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { eventsSince, storeEvents } from '../../support/events.ts';
import { oneTimePassword } from '../../support/level-flow.ts';
import { turnPasskeysOn } from '../../support/passkeys.ts';
import { type FactorKind, makeProtectedAccount } from '../../support/protected-account.ts';

const { web } = inject('site').clients;
const ACTION = 'remove-factor';
const APP = 'set-up-app';
const CODES = 'set-up-codes';

let restore: () => Promise<void>;
beforeAll(async () => {
  restore = await serveAccountPage();
});
afterAll(async () => restore());

const typesOf = async (email: string) =>
  (await (await admin()).users.getCredentials({ realm: 'linkgate', id: await accountOf(email) }))
    .map(({ type }) => type)
    .sort();
/** What a link of the page leads to. */
const follow = async (agent: Agent, page: Page, path: string) => {
  expect(page.text).toContain(`href="${accountPageUrl()}/${path}"`);
  return await chooseSignedInAccount(agent, await agent.open(`${accountPageUrl()}/${path}`));
};
const hidden = (page: Page, name: string) =>
  new RegExp(`name="${name}"[^>]*value="([^"]+)"`).exec(page.text)?.[1] ?? '';

/** Sets up an app on Keycloak's page, and returns. */
async function setUpApp(agent: Agent): Promise<Page> {
  const page = await follow(agent, await openAccountPage(agent), APP);
  const totpSecret = hidden(page, 'totpSecret');
  const fields = { totp: oneTimePassword(totpSecret), totpSecret, userLabel: 'Phone' };
  return await agent.submit(page, fields);
}

test('an authenticator app is set up through Keycloak’s page, and listed', async () => {
  const email = newAddress();
  const agent = await signedIn(web, {}, email);
  expect(textOf(await openAccountPage(agent))).toContain('You have no second factor.');
  const after = await setUpApp(agent);
  expect([after.url.split('?')[0], after.status]).toEqual([accountPageUrl(), 200]);
  expect(textOf(after)).toMatch(/Second factor .*Phone .*Created: just now/);
  expect(await typesOf(email)).toEqual(['otp']);
});

test('is cancelled back to the page, and nothing is stored', async () => {
  const email = newAddress();
  const agent = await signedIn(web, {}, email);
  const page = await follow(agent, await openAccountPage(agent), APP);
  const after = await agent.submit(page, { 'cancel-aia': 'true' });
  expect(after.url.split('?')[0]).toBe(accountPageUrl());
  expect(await typesOf(email)).toEqual([]);
});

describe.each<[FactorKind, string, string]>([
  ['authenticator app', 'Authenticator app', 'otp'],
  ['recovery code', '2 codes left', 'recovery-authn-codes'],
])('of a user with an %s', (kind, shown, type) => {
  test('it is removed only after it was proven, with Keycloak’s event', async () => {
    const forget = await storeEvents('linkgate');
    const since = Date.now();
    const account = await makeProtectedAccount(kind);
    const agent = await signedIn(web, {}, account.email);
    const page = await openAccountPage(agent);
    expect(textOf(page)).toContain(shown);
    expect(idsOn(page, ACTION)).toEqual([]);
    const [stored] = (
      await (await admin()).users.getCredentials({ realm: 'linkgate', id: account.id })
    ).filter((one) => one.type === type);
    const { id = '' } = stored ?? {};
    const address = await press(agent, page, ACTION, { id });
    expect(await typesOf(account.email)).toContain(type);
    await submitAddress(agent, address, account.email);
    const asked = await agent.open(linkIn(await emailTo(account.email, 2)));
    expect(account.isAskedBy(asked)).toBe(true);
    const proven = await account.prove(agent, asked);
    expect(proven.url.split('?')[0]).toBe(accountPageUrl());
    // The first of the two codes is used up.
    if (kind === 'recovery code') expect(textOf(proven)).toContain('One code left');
    const after = await press(agent, proven, ACTION, { id });
    expect([after.status, after.text]).toEqual([200, expect.stringContaining('It was removed.')]);
    expect(await typesOf(account.email)).not.toContain(type);
    const events = await eventsSince('linkgate', since);
    expect(events.filter((one) => one.type === 'REMOVE_CREDENTIAL')).toMatchObject([
      { userId: account.id, details: { credential_type: type } },
    ]);
    await forget();
  });

  test('another one is set up only after it was proven', async () => {
    const account = await makeProtectedAccount(kind);
    const agent = await signedIn(web, {}, account.email);
    // The session doesn't continue: its link alone isn't enough.
    const page = await follow(agent, await openAccountPage(agent), CODES);
    expect(requiresEmail(page)).toBe(true);
    await submitAddress(agent, page, account.email);
    const asked = await agent.open(linkIn(await emailTo(account.email, 2)));
    expect(account.isAskedBy(asked)).toBe(true);
    const next = await account.prove(agent, asked);
    expect(hidden(next, 'generatedRecoveryAuthnCodes')).not.toBe('');
  });
});

test('removes no other user’s, no passkey, and nothing of a user store', async () => {
  const theirs = await makeProtectedAccount('authenticator app');
  const [other] = await (await admin()).users.getCredentials({ realm: 'linkgate', id: theirs.id });
  const agent = await signedIn(web);
  const page = await openAccountPage(agent);
  for (const id of [other?.id ?? '', theirs.passkey, 'nothing', ''])
    expect((await press(agent, page, ACTION, { id })).status).toBe(404);
  expect(await typesOf(theirs.email)).toEqual(['otp', 'webauthn-passwordless']);
});

test('what the realm doesn’t let its users do isn’t offered, and its path leads nowhere', async () => {
  const api = await admin();
  const alias = 'CONFIGURE_TOTP';
  const action = await api.authenticationManagement.getRequiredActionForAlias({ realm: 'linkgate', alias });
  const set = async (enabled: boolean) => {
    await api.authenticationManagement.updateRequiredAction(
      { realm: 'linkgate', alias },
      { ...action, enabled },
    );
  };
  const agent = await signedIn(web);
  await set(false);
  const page = await openAccountPage(agent);
  const direct = await agent.open(`${accountPageUrl()}/${APP}`);
  await set(true);
  expect(page.text).not.toContain(`/${APP}"`);
  expect(page.text).toContain(`/${CODES}"`);
  expect(direct.text).not.toContain('totpSecret');
});

test('a passkey is added by Keycloak’s action, where the realm has passkeys', async () => {
  const agent = await signedIn(web);
  expect((await openAccountPage(agent)).text).not.toContain('/add-passkey"');
  const turnOff = await turnPasskeysOn();
  const page = await follow(agent, await openAccountPage(agent), 'add-passkey');
  await turnOff();
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('attestationObject')]);
});
