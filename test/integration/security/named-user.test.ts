/** A page's button signs out the user whom the page has named, and no other who has signed in since (contract, sections 4.9, 4.14 and 4.16). */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import { confirm } from '../../support/confirm-page.ts';
import { newAddress } from '../../support/email.ts';
import type { Part } from '../../support/flows.ts';
import { ALLOW, invited } from '../../support/invitations.ts';
import { follow, linkFor, submitConsent } from '../../support/sign-in.ts';
import type { SiteClient } from '../../support/site.ts';
import { stepLink, WITH_BACKEND_LINKS } from '../../support/step-links.ts';
import {
  LINK,
  makeStepRealm,
  openAndConfirm,
  requestByStep,
  type StepRealm,
  signedInAs,
  startSignIn,
} from '../../support/step-realm.ts';

const COOKIE: Part = { provider: 'auth-cookie', requirement: 'ALTERNATIVE' };
const HOME = { baseUrl: 'http://localhost:9/home' };

let realm: StepRealm;
let client: SiteClient;
let codeOnly: SiteClient;
beforeAll(async () => {
  const attributes = { ...WITH_BACKEND_LINKS, [ALLOW]: 'true' };
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' }, { attributes });
  client = await realm.makeClient([COOKIE, { provider: LINK, requirement: 'ALTERNATIVE' }], HOME);
  const config = { emailContains: 'code' };
  codeOnly = await realm.makeClient([COOKIE, { provider: LINK, requirement: 'ALTERNATIVE', config }], HOME);
});
afterAll(async () => await realm?.remove());

const WAYS: Record<string, () => Promise<string>> = {
  'a link of the step': async () => (await requestByStep(realm, client, await realm.makeUser())).link,
  'a link that was returned to a backend': async () =>
    await stepLink(realm, client, { email: (await realm.makeUser()).email }),
  'a link that a backend had sent': async () => {
    const { email } = await realm.makeUser();
    return await stepLink(realm, client, { email, delivery: 'email' }, email);
  },
  'an invitation': async () => await invited(newAddress(), client, {}, realm.name),
  'an invitation whose email has a code next': async () =>
    await invited(newAddress(), codeOnly, {}, realm.name),
};

const sessionsOf = async (id: string) =>
  (await (await admin()).users.listSessions({ realm: realm.name, id })).length;

test.each(Object.entries(WAYS))('%s', async (_, request) => {
  const link = await request();
  const other = await realm.makeUser();
  const agent = new Agent();
  const page = await agent.open(link);
  await openAndConfirm(await stepLink(realm, client, { email: other.email }), agent);
  const named = await confirm(agent, page);
  expect([named.status, textOf(named)]).toEqual([200, expect.stringContaining(other.email)]);
  expect(await signedInAs(realm, client, await startSignIn(realm, client, agent))).toBe(other.id);
  await confirm(agent, named);
  expect(await sessionsOf(other.id)).toBe(0);
});

test('a page that named a user who has gone needs no second click', async () => {
  const other = await realm.makeUser();
  const agent = new Agent();
  await openAndConfirm(await stepLink(realm, client, { email: other.email }), agent);
  const user = await realm.makeUser();
  const page = await agent.open(await stepLink(realm, client, { email: user.email }));
  await (await admin()).users.logout({ realm: realm.name, id: other.id });
  const end = await confirm(agent, page);
  expect(await signedInAs(realm, client, end)).toBe(user.id);
});

test('a link in a Linkgate realm', async () => {
  const { web } = inject('site').clients;
  const [first, second, third] = [newAddress(), newAddress(), newAddress()];
  const agent = new Agent();
  await follow(await linkFor(first, web), agent);
  const page = await agent.open(await linkFor(third, web));
  expect(textOf(page)).toContain(first);
  await submitConsent(agent, await confirm(agent, await agent.open(await linkFor(second, web))));
  const named = await confirm(agent, page);
  expect([named.status, textOf(named)]).toEqual([200, expect.stringContaining(second)]);
  expect((await confirm(agent, named)).text).not.toContain('name="confirm"');
});
