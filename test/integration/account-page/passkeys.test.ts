/** Passkeys on a user's own page: removing one takes a recent proof (contract, section 11). */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  accountPageUrl,
  idsOn,
  makeAccountWithPasskeys,
  openAccountPage,
  passkeysOf,
  press,
  serveAccountPage,
} from '../../support/account-page.ts';
import { admin } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl, signedIn } from '../../support/authorization.ts';
import { createBackendLink } from '../../support/backend-links.ts';
import { requiresEmail, submitAddress } from '../../support/chooser.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { eventsSince, storeEvents } from '../../support/events.ts';
import { turnPasskeysOn } from '../../support/passkeys.ts';
import { follow } from '../../support/sign-in.ts';

const { web } = inject('site').clients;
const ACTION = 'remove-passkey';

let restore: () => Promise<void>;
beforeAll(async () => {
  restore = await serveAccountPage({ 'linkgate.backend-links': 'true' });
});
afterAll(async () => restore());

test('a user who was proven recently sees and removes their own, with Keycloak’s event', async () => {
  const forget = await storeEvents('linkgate');
  const since = Date.now();
  const email = newAddress();
  const id = await makeAccountWithPasskeys(email, 'Laptop', 'Phone <b>');
  const agent = await signedIn(web, {}, email);
  const page = await openAccountPage(agent);
  expect(page.text).toContain('Laptop');
  expect(page.text).toContain('Phone &lt;b&gt;');
  expect(page.text).toContain('Created: one day ago');
  const after = await press(agent, page, ACTION);
  expect(after.text).toContain('The passkey was removed.');
  expect(idsOn(after, ACTION)).toEqual(idsOn(page, ACTION).slice(1));
  expect(await passkeysOf(id)).toEqual(['Phone <b>']);
  const base64 = (text: string) => Buffer.from(text).toString('base64url');
  expect(page.text).not.toContain('passkey-signal');
  expect(after.text).toContain(`data-user-id="${base64(id)}"`);
  expect(after.text).toContain(`data-accepted="${base64(`${email} 1`)}"`);
  expect(after.text).toMatch(/data-rp-id="[\w.-]+"[\s\S]*passkey-signal\.js/);
  const removed = (await eventsSince('linkgate', since)).filter(({ type }) => type === 'REMOVE_CREDENTIAL');
  expect(removed).toMatchObject([
    { userId: id, details: { credential_type: 'webauthn-passwordless', credential_user_label: 'Laptop' } },
  ]);
  const again = await press(agent, page, ACTION);
  expect(again.status).toBe(404);
  await forget();
});

test('the address is told of it, with a link to the page', async () => {
  const turnOff = await turnPasskeysOn();
  const email = newAddress();
  await makeAccountWithPasskeys(email, 'Laptop');
  const agent = await signedIn(web, {}, email);
  await press(agent, await openAccountPage(agent), ACTION);
  const { text } = await emailTo(email, 2);
  expect(text).toContain('Laptop');
  expect(text).toContain(accountPageUrl());
  await turnOff();
});

test('another user’s passkey isn’t found', async () => {
  const [email, other] = [newAddress(), newAddress()];
  await makeAccountWithPasskeys(email, 'Mine');
  const id = await makeAccountWithPasskeys(other, 'Theirs');
  const theirs = await openAccountPage(await signedIn(web, {}, other));
  const agent = await signedIn(web, {}, email);
  const [passkey = ''] = idsOn(theirs, ACTION);
  const rejected = await press(agent, await openAccountPage(agent), ACTION, { id: passkey });
  expect([rejected.status, await passkeysOf(id)]).toEqual([404, ['Theirs']]);
});

test('a session whose user a backend’s link proved removes none before a new sign-in', async () => {
  const email = newAddress();
  const id = await makeAccountWithPasskeys(email, 'Laptop');
  const [{ id: passkey = '' } = {}] = await (await admin()).users.getCredentials({ realm: 'linkgate', id });
  const agent = new Agent();
  await follow(await createBackendLink(email), agent);
  const page = await openAccountPage(agent);
  expect(page.text).toContain('Laptop');
  expect(idsOn(page, ACTION)).toEqual([]);
  const signIn = await press(agent, page, ACTION, { id: passkey });
  expect([requiresEmail(signIn), await passkeysOf(id)]).toEqual([true, ['Laptop']]);
  expect(requiresEmail(await agent.open(`${accountPageUrl()}/sign-in`))).toBe(true);
  await submitAddress(agent, signIn, email);
  const proven = await agent.open(linkIn(await emailTo(email)));
  expect(proven.url).toBe(accountPageUrl());
  await press(agent, proven, ACTION, { id: passkey });
  expect(await passkeysOf(id)).toEqual([]);
});

test('a browser is told of a passkey that was removed only, when it is used', async () => {
  const turnOff = await turnPasskeysOn();
  const email = newAddress();
  const userId = await makeAccountWithPasskeys(email, 'Laptop');
  const base64 = (text: string) => Buffer.from(text).toString('base64url');
  const used = async (credential: string, user: string) => {
    const agent = new Agent();
    const page = await agent.open(authUrl(web));
    return await agent.submit(page, {
      clientDataJSON: base64('{}'),
      authenticatorData: base64('x'),
      signature: base64('x'),
      credentialId: base64(credential),
      userHandle: base64(user),
      error: '',
    });
  };
  const removed = await used('removed', userId);
  expect(removed.text).toContain('This passkey can’t be used here.');
  expect(removed.text).toContain(`data-credential-id="${base64('removed')}"`);
  expect(removed.text).toContain('passkey-signal.js');
  // One that exists, and one of another service of the domain.
  for (const one of [await used(`${email} 0`, userId), await used('removed', 'another')]) {
    expect(one.text).toContain('This passkey can’t be used here.');
    expect(one.text).not.toContain('passkey-signal');
  }
  await turnOff();
});
