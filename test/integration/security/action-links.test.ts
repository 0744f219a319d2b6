/** Keycloak's own links that verify an address don't sign the user in to an account that a stranger prepared (contract, section 3.4). */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { accountOf, requireEmailVerification, setUnverifiedEmail } from '../../support/accounts.ts';
import { actionLinkIn } from '../../support/action-links.ts';
import { admin } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl, signedIn } from '../../support/authorization.ts';
import { textOf } from '../../support/check-email-page.ts';
import { chooseSignedInAccount } from '../../support/chooser.ts';
import { emailTo, newAddress } from '../../support/email.ts';
import {
  type IdentityProvider,
  makeIdentityProvider,
  sentToSignIn,
} from '../../support/identity-provider.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { sessionOf } from '../../support/session-api.ts';
import { follow, linkFor } from '../../support/sign-in.ts';

const REALM = 'linkgate';
const { baseUrl, clients } = inject('site');
const { web } = clients;

let free: OwnClient;
let provider: IdentityProvider;
beforeAll(async () => {
  free = await makeClient({ consentRequired: false });
  provider = await makeIdentityProvider();
});
afterAll(async () => {
  await free.remove();
  await provider.remove();
});

/** A stranger, signed in to an account whose address now belongs to another user. */
async function preparedAccount() {
  const [before, email] = [newAddress('stranger'), newAddress('owner')];
  const stranger = await signedIn(web, {}, before);
  const id = await accountOf(before);
  await setUnverifiedEmail(id, email);
  return { stranger, id, email };
}

async function accountState(id: string) {
  const user = await (await admin()).users.findOne({ realm: REALM, id });
  return { email: user?.email, emailVerified: user?.emailVerified };
}

function expectRejected(page: Page, title: string): void {
  expect([page.status, page.headers.get('location')], textOf(page)).toEqual([403, null]);
  expect(textOf(page)).toContain(title);
}

/** The user's own link claims the account: earlier sessions end. */
async function expectClaimed(stranger: Agent, id: string, email: string, emailNumber: number) {
  await follow(await linkFor(email, web, { emailNumber }));
  expect(await accountState(id)).toEqual({ email, emailVerified: true });
  expect((await sessionOf(stranger)).authenticated).toBe(false);
}

test('a verification email that a stranger requested does not verify the address; a sign-in link does', async () => {
  const { stranger, id, email } = await preparedAccount();
  const fields = { kc_action: 'VERIFY_EMAIL' };
  const form = await chooseSignedInAccount(stranger, await stranger.open(authUrl(free, { fields })));
  await stranger.submit(form, {});
  const link = actionLinkIn((await emailTo(email)).text);
  for (const opened of [link, link.replace('client_id=', 'client=')]) {
    expectRejected(await new Agent().open(opened), 'Sign in by email first');
  }
  expect(await accountState(id)).toEqual({ email, emailVerified: false });
  await expectClaimed(stranger, id, email, 2);
});

test('a forged link reveals nothing about the account that it names', async () => {
  const { id } = await preparedAccount();
  const email = newAddress();
  await signedIn(web, {}, email);
  const known = await accountOf(email);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const texts: string[] = [];
  for (const sub of [id, known, 'nobody']) {
    const key = `${part({ alg: 'HS512', typ: 'JWT' })}.${part({ sub, typ: 'verify-email' })}.${part({})}`;
    const page = await new Agent().request(`${baseUrl}/login-actions/action-token?key=${key}`);
    expect(page.status).toBe(400);
    texts.push(textOf(page));
  }
  expect(new Set(texts).size).toBe(1);
});

test('actions that an administrator requests wait until the account is claimed by its owner', async () => {
  const { stranger, id, email } = await preparedAccount();
  const actions = ['UPDATE_PROFILE'];
  await (await admin()).users.executeActionsEmail({ realm: REALM, id, actions });
  const link = actionLinkIn((await emailTo(email)).text);
  expectRejected(await new Agent().open(link), 'Sign in by email first');
  await expectClaimed(stranger, id, email, 2);
  expect((await new Agent().open(link)).status).toBe(200);
});

test('a first sign-in through a provider does not link to an account with an unverified address', async () => {
  const { stranger, id, email } = await preparedAccount();
  const owner = new Agent();
  const back = provider.returnTo(await sentToSignIn(owner, provider), { sub: newAddress(), email });
  await owner.submit(await owner.open(back), { submitAction: 'linkAccount' });
  expectRejected(await owner.open(actionLinkIn((await emailTo(email)).text)), 'Sign in by email first');
  expect(await accountState(id)).toEqual({ email, emailVerified: false });
  await expectClaimed(stranger, id, email, 2);
});

test('an account’s address changes only in a session of that account', async () => {
  const forbid = await requireEmailVerification();
  try {
    const [before, email] = [newAddress('stranger'), newAddress('owner')];
    const stranger = await signedIn(web, {}, before);
    const id = await accountOf(before);
    const fields = { kc_action: 'UPDATE_EMAIL' };
    const form = await chooseSignedInAccount(stranger, await stranger.open(authUrl(free, { fields })));
    await stranger.submit(form, { email });
    const link = actionLinkIn((await emailTo(email)).text);
    const otherUser = await signedIn(web, {}, newAddress());
    for (const agent of [new Agent(), otherUser]) {
      expectRejected(await agent.open(link), 'This link works only where you are signed in');
    }
    expect(await accountState(id)).toEqual({ email: before, emailVerified: true });
    const changed = await stranger.open(link);
    expect(changed.status, textOf(changed)).toBe(200);
    expect(await accountState(id)).toEqual({ email, emailVerified: true });
  } finally {
    await forbid();
  }
});
