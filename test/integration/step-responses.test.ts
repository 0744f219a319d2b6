/** The step in a stock realm tells nobody, by its limits or locks, which accounts there are and whose an address is (contract, section 10). */

import { afterEach, expect, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { Agent, type Page } from '../support/agent.ts';
import { waitUntilLocked } from '../support/brute-force.ts';
import { textOf } from '../support/check-email-page.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import type { SiteClient } from '../support/site.ts';
import { LINK, makeStepRealm, type StepRealm, startSignIn } from '../support/step-realm.ts';

const THEMES = { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' };

let realm: StepRealm;
afterEach(async () => await realm.remove());

async function request(client: SiteClient, username: string): Promise<Page> {
  const agent = new Agent();
  return await agent.submit(await startSignIn(realm, client, agent), { email: username, action: 'send' });
}

/** What a requester sees: the status, headers of the limit, and the page without what was typed. */
function seen(page: Page, typed: string) {
  const names = ['ratelimit-limit', 'ratelimit-remaining', 'retry-after'];
  const shown = textOf(page).replaceAll(typed, '…');
  return [page.status, names.map((name) => page.headers.get(name)), shown];
}

async function realmWithLimit(): Promise<SiteClient> {
  const attributes = { 'linkgate.limit.exempt': '127.0.0.1, ::1', 'linkgate.limit.link-email': '2/3600' };
  realm = await makeStepRealm(THEMES, { attributes });
  return await realm.makeClient([{ provider: LINK }]);
}

test('at the limit of an address, its user name gets the same response as any other name, and no email', async () => {
  const client = await realmWithLimit();
  const [user, other] = [await realm.makeUser(), await realm.makeUser()];
  for (let i = 0; i < 2; i++) expect((await request(client, user.email)).status).toBe(200);
  const names = [user.username, 'nobody-here', newAddress()];
  const pages = [];
  for (const name of names) pages.push(seen(await request(client, name), name));
  expect(pages[0]?.[0]).toBe(200);
  expect(pages[1]).toEqual(pages[0]);
  expect(pages[2]).toEqual(pages[0]);
  expect(await emailsTo(user.email)).toHaveLength(2);
  // Another account's links still arrive.
  await request(client, other.username);
  await emailTo(other.email);
});

test('at the limit of an address that was used up by its user name, the address gets the same response as any other', async () => {
  const client = await realmWithLimit();
  const user = await realm.makeUser();
  for (let i = 0; i < 2; i++) expect((await request(client, user.username)).status).toBe(200);
  const [theirs, none] = [user.email, newAddress()];
  expect(seen(await request(client, theirs), theirs)).toEqual(seen(await request(client, none), none));
  expect(await emailsTo(user.email)).toHaveLength(2);
});

test('each name has a limit of its own, of an account or not', async () => {
  const client = await realmWithLimit();
  const user = await realm.makeUser();
  for (const name of [user.email, user.username, 'nobody-here', newAddress()]) {
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await request(client, name)).status);
    expect(statuses, name).toEqual([200, 200, 429]);
  }
  expect(await emailsTo(user.email)).toHaveLength(2);
});

test('concurrent requests for an account are all sent, with brute-force protection on', async () => {
  const together = 6;
  realm = await makeStepRealm(THEMES, {
    bruteForceProtected: true,
    attributes: { 'linkgate.limit.exempt': '127.0.0.1, ::1' },
  });
  const [client, user] = [await realm.makeClient([{ provider: LINK }]), await realm.makeUser()];
  const agents = Array.from({ length: together }, () => new Agent());
  const forms = await Promise.all(agents.map(async (agent) => await startSignIn(realm, client, agent)));
  const pages = await Promise.all(
    agents.map(async (agent, index) => {
      const form = forms[index];
      if (form === undefined) throw new Error('no form');
      return await agent.submit(form, { email: user.email, action: 'send' });
    }),
  );
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
  await emailTo(user.email, together);
});

test('a theme’s own page may keep the name that Keycloak’s field has', async () => {
  realm = await makeStepRealm(THEMES);
  const [client, user] = [await realm.makeClient([{ provider: LINK }]), await realm.makeUser()];
  const agent = new Agent();
  const first = await startSignIn(realm, client, agent);
  const own = { ...first, text: first.text.replace('name="email"', 'name="username"') };
  await agent.submit(own, { username: user.email, action: 'send' });
  expect(linkIn(await emailTo(user.email))).toContain('/verify-email?token=');
});

test('a user whom brute-force protection has locked gets no email, and the same page', async () => {
  realm = await makeStepRealm(THEMES, {
    bruteForceProtected: true,
    failureFactor: 1,
    waitIncrementSeconds: 600,
    maxFailureWaitSeconds: 900,
    attributes: { 'linkgate.limit.exempt': '127.0.0.1, ::1' },
  });
  const user = await realm.makeUser();
  const client = await realm.makeClient([
    { provider: LINK, requirement: 'ALTERNATIVE' },
    { provider: 'auth-username-password-form', requirement: 'ALTERNATIVE' },
  ]);
  const direct = await (await admin()).clients.create({
    realm: realm.name,
    clientId: 'direct',
    publicClient: true,
    directAccessGrantsEnabled: true,
  });
  const fail = async () =>
    await fetch(`${realm.baseUrl}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'direct',
        username: user.username,
        password: 'wrong',
      }),
    });
  expect(direct.id).toBeTruthy();
  await fail();
  await waitUntilLocked(realm.name, user.id);
  const none = newAddress();
  expect(seen(await request(client, user.email), user.email)).toEqual(
    seen(await request(client, none), none),
  );
  expect(await emailsTo(user.email)).toEqual([]);
});
