/** A pending sign-in through an identity provider ends when its account is claimed (contract, section 3.4). */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { accountOf, setUnverifiedEmail } from '../../support/accounts.ts';
import { actionLinkIn } from '../../support/action-links.ts';
import { admin } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl, signedIn } from '../../support/authorization.ts';
import { textOf } from '../../support/check-email-page.ts';
import { emailTo, newAddress } from '../../support/email.ts';
import {
  type IdentityProvider,
  makeIdentityProvider,
  sentToSignIn,
} from '../../support/identity-provider.ts';
import { makeLevelFlow, OTP_IS_2 } from '../../support/level-flow.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { follow, linkFor } from '../../support/sign-in.ts';

const { web } = inject('site').clients;

let provider: IdentityProvider;
let linking: OwnClient;
beforeAll(async () => {
  provider = await makeIdentityProvider();
  // Keycloak links accounts for clients that may request the role.
  linking = await makeClient({ fullScopeAllowed: true, consentRequired: false });
});
afterAll(async () => {
  await provider.remove();
  await linking.remove();
});

async function linksOf(id: string): Promise<(string | undefined)[]> {
  const links = await (await admin()).users.listFederatedIdentities({ realm: 'linkgate', id });
  return links.map(({ identityProvider }) => identityProvider);
}

/** Expects the page for an expired sign-in, and no redirect to the client. */
function expectEnded(page: Page): void {
  expect([page.status, page.headers.get('location')], textOf(page)).toEqual([403, null]);
  expect(textOf(page)).toContain('This sign-in is no longer valid');
}

/** Follows redirects until the target contains `part`; returns that target without opening it. */
async function upTo(agent: Agent, start: Page, part: string): Promise<string> {
  let page = start;
  for (let i = 0; i < 10; i++) {
    const next = new URL(page.headers.get('location') ?? '', page.url).href;
    if (next.includes(part)) return next;
    page = await agent.request(next);
  }
  throw new Error(`no redirect to ${part}`);
}

/** The address of a page's first form. */
function formAction({ text }: Page): string {
  return /<form[^>]*action="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

/** Starts linking the provider to the account that the browser is signed in to; returns the provider's URL. */
async function sentToLink(agent: Agent, email: string): Promise<string> {
  const fields = { kc_action: `idp_link:${provider.alias}`, login_hint: email };
  const page = await agent.open(authUrl(linking, { fields }));
  const there = await agent.request(new URL(formAction(page), page.url).href, {
    method: 'POST',
    body: new URLSearchParams(),
  });
  return there.headers.get('location') ?? '';
}

test('a first sign-in that stopped before its account was linked to the provider ends', async () => {
  const [stranger, email] = [new Agent(), newAddress('owner')];
  const back = provider.returnTo(await sentToSignIn(stranger, provider), { sub: newAddress(), email });
  const stopped = await upTo(stranger, await stranger.request(back), '/broker/after-first-broker-login');
  const id = await accountOf(email);
  expect(id).not.toBe('');
  await follow(await linkFor(email, web));
  expectEnded(await stranger.open(stopped));
  expect(await linksOf(id)).toEqual([]);
});

test('a first sign-in that stopped ends if parameter names are in capitals, too', async () => {
  const [stranger, email] = [new Agent(), newAddress('owner')];
  const back = provider.returnTo(await sentToSignIn(stranger, provider), { sub: newAddress(), email });
  const stopped = await upTo(stranger, await stranger.request(back), '/broker/after-first-broker-login');
  await follow(await linkFor(email, web));
  await stranger.open(stopped.replace('client_id=', 'CLIENT_ID=').replace('tab_id=', 'Tab_Id='));
  expect(await linksOf(await accountOf(email))).toEqual([]);
});

test('a first sign-in whose account was verified by an email from before the takeover ends', async () => {
  const [before, email] = [newAddress('stranger'), newAddress('owner')];
  await signedIn(web, {}, before);
  const id = await accountOf(before);
  const stranger = new Agent();
  const back = provider.returnTo(await sentToSignIn(stranger, provider), {
    sub: newAddress(),
    email: before,
  });
  const linkPage = await stranger.submit(await stranger.open(back), { submitAction: 'linkAccount' });
  // Opening the link of Keycloak's email in another browser verifies the account for this tab, which doesn't navigate.
  const elsewhere = new Agent();
  const sent = await elsewhere.open(actionLinkIn((await emailTo(before, 2)).text));
  const proven = await elsewhere.open(actionLinkIn(sent.text));
  expect(proven.status, textOf(proven)).toBe(200);
  await setUnverifiedEmail(id, email);
  await follow(await linkFor(email, web));
  const parked = new URL(linkPage.url);
  for (const name of ['session_code', 'execution']) parked.searchParams.delete(name);
  expectEnded(await stranger.open(parked.href));
  expect(await linksOf(id)).toEqual([]);
});

test('an email that verified an account before the takeover signs no new tab in', async () => {
  const [before, email, sub] = [newAddress('stranger'), newAddress('owner'), newAddress()];
  await signedIn(web, {}, before);
  const id = await accountOf(before);
  const parked = new Agent();
  const there = await sentToSignIn(parked, provider);
  const form = await parked.open(provider.returnTo(there, { sub, email: before }));
  await parked.submit(form, { submitAction: 'linkAccount' });
  const elsewhere = new Agent();
  const sent = await elsewhere.open(actionLinkIn((await emailTo(before, 2)).text));
  await elsewhere.open(actionLinkIn(sent.text));
  await setUnverifiedEmail(id, email);
  await follow(await linkFor(email, web));
  const stranger = new Agent();
  expectEnded(await stranger.open(provider.returnTo(await sentToSignIn(stranger, provider), { sub, email })));
  expect(await linksOf(id)).toEqual([]);
});

test('a first sign-in links to the account that an email verifies if the account is not claimed', async () => {
  const email = newAddress();
  await signedIn(web, {}, email);
  const agent = new Agent();
  const back = provider.returnTo(await sentToSignIn(agent, provider), { sub: newAddress(), email });
  await agent.submit(await agent.open(back), { submitAction: 'linkAccount' });
  const page = await agent.open(actionLinkIn((await emailTo(email, 2)).text));
  expect(page.headers.get('location'), textOf(page)).toContain('code=');
  expect(await linksOf(await accountOf(email))).toEqual([provider.alias]);
});

describe('linking an account to a provider', () => {
  test('ends once the account was claimed', async () => {
    const [before, email] = [newAddress('stranger'), newAddress('owner')];
    const stranger = await signedIn(web, {}, before);
    const id = await accountOf(before);
    const back = provider.returnTo(await sentToLink(stranger, before), { sub: newAddress(), email: before });
    await setUnverifiedEmail(id, email);
    await follow(await linkFor(email, web));
    expectEnded(await stranger.open(back));
    expect(await linksOf(id)).toEqual([]);
  });

  test('also ends if the account is claimed while Keycloak waits for the provider', async () => {
    const [before, email] = [newAddress('stranger'), newAddress('owner')];
    const stranger = await signedIn(web, {}, before);
    const id = await accountOf(before);
    const back = provider.returnTo(await sentToLink(stranger, before), { sub: newAddress(), email: before });
    await setUnverifiedEmail(id, email);
    const link = await linkFor(email, web);
    const held = provider.hold();
    const waiting = stranger.open(back);
    await held.requested;
    await follow(link);
    held.release();
    expectEnded(await waiting);
    expect(await linksOf(id)).toEqual([]);
  });

  test('works for the user who claimed the account, and for the one who verified it first', async () => {
    const email = newAddress();
    const owner = await signedIn(web, {}, email);
    const id = await accountOf(email);
    await setUnverifiedEmail(id, email);
    await follow(await linkFor(email, web, { emailNumber: 2 }), owner);
    const back = provider.returnTo(await sentToLink(owner, email), { sub: newAddress(), email });
    expect((await owner.open(back)).headers.get('location')).toContain('code=');
    expect(await linksOf(id)).toEqual([provider.alias]);
  });
});

test('a tab that links an account exempts no other tab of the browser from its client’s second step', async () => {
  const flow = await makeLevelFlow([{ provider: 'linkgate-email' }, OTP_IS_2]);
  const strict = await makeClient({ authenticationFlowBindingOverrides: { browser: flow.id } });
  const email = newAddress();
  const agent = await signedIn(web, {}, email);
  const back = provider.returnTo(await sentToLink(agent, email), { sub: newAddress(), email });
  const page = await agent.open(authUrl(strict));
  const tab = new URL(formAction(page), page.url).searchParams;
  const left = await agent.open(`${inject('site').baseUrl}/broker/${provider.alias}/login?${tab}`);
  const linked = await agent.open(back);
  await strict.remove();
  await flow.remove();
  expect([left.status, left.headers.get('location')], textOf(left)).toEqual([403, null]);
  expect(linked.headers.get('location'), textOf(linked)).toContain('code=');
});

test('a first sign-in through a provider continues to the client if the account is not claimed', async () => {
  const [agent, email] = [new Agent(), newAddress()];
  const back = provider.returnTo(await sentToSignIn(agent, provider), { sub: newAddress(), email });
  const page = await agent.open(back);
  expect([page.status, page.text.includes('name="accept"')], textOf(page)).toEqual([200, true]);
  expect(await linksOf(await accountOf(email))).toEqual([provider.alias]);
});

test('a provider that never finishes its response delays no other request: the sign-in ends', async () => {
  const slow = await makeIdentityProvider();
  const agent = new Agent();
  const back = slow.returnTo(await sentToSignIn(agent, slow), { sub: 'user', email: newAddress() });
  slow.drip();
  expect((await agent.open(back)).status).toBeGreaterThanOrEqual(400);
  await slow.remove();
});
