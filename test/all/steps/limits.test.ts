/** Limits in a stock realm: those of links and codes act, whichever step counts; no other does. */

import { afterEach, expect, test } from 'vitest';
import { Agent, type Page } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import { emailsTo, emailTo, newAddress } from '../../support/email.ts';
import type { SiteClient } from '../../support/site.ts';
import { LINK, makeStepRealm, type StepRealm, startSignIn } from '../../support/step-realm.ts';

let realm: StepRealm;
afterEach(async () => await realm?.remove());

async function realmWith(attributes: Record<string, string>): Promise<StepRealm> {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' }, { attributes });
  return realm;
}

async function request(client: SiteClient, username: string): Promise<{ agent: Agent; page: Page }> {
  const agent = new Agent();
  return {
    agent,
    page: await agent.submit(await startSignIn(realm, client, agent), { email: username, action: 'send' }),
  };
}

function headersOf({ headers }: Page) {
  const names = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];
  return names.map((name) => headers.get(name));
}

const WAIT = expect.stringMatching(/^[1-9]\d*$/);
const EXEMPT = { 'linkgate.limit.exempt': '127.0.0.1, ::1' };

test('an address has one limit for the steps of all flows, by its user name, too', async () => {
  const { makeClient, makeUser } = await realmWith({ ...EXEMPT, 'linkgate.limit.link-email': '2/3600' });
  const [one, other, user] = [
    await makeClient([{ provider: LINK }]),
    await makeClient([{ provider: LINK }]),
    await makeUser(),
  ];
  expect((await request(one, user.email)).page.status).toBe(200);
  expect((await request(other, user.username)).page.status).toBe(200);
  // The address has had its links; the response only counts what was typed.
  expect((await request(one, user.email)).page.status).toBe(200);
  for (const client of [one, other]) {
    const { page } = await request(client, user.email);
    expect([page.status, headersOf(page)]).toEqual([429, ['2', '0', WAIT, WAIT]]);
    expect(textOf(page)).toMatch(/ in (?:one hour|\d+ minutes)/);
  }
  expect(await emailsTo(user.email)).toHaveLength(2);
});

test('an IP address has a limit for all addresses, which each page reports', async () => {
  const { makeClient } = await realmWith({ 'linkgate.limit.link-ip': '2/3600' });
  const client = await makeClient([{ provider: LINK }]);
  const pages = [];
  for (let i = 0; i < 3; i++) pages.push((await request(client, newAddress())).page);
  expect(pages.map((page) => [page.status, ...headersOf(page)])).toEqual([
    [200, '2', '1', WAIT, null],
    [200, '2', '0', WAIT, null],
    [429, '2', '0', WAIT, WAIT],
  ]);
});

test('an address has a limit of wrong codes for all links', async () => {
  const { makeClient, makeUser } = await realmWith(EXEMPT);
  const [client, user] = [
    await makeClient([{ provider: LINK, config: { emailContains: 'link-and-code' } }]),
    await makeUser(),
  ];
  const [links, tries] = [4, 5];
  const type = async (count: number) => {
    const { agent, page } = await request(client, user.email);
    const { text } = await emailTo(user.email, count);
    const code = String((Number(/^\d{6}$/m.exec(text)?.[0]) + 1) % 1_000_000).padStart(6, '0');
    let last = page;
    for (let i = 0; i < (count > links ? 1 : tries); i++) last = await agent.submit(last, { code });
    return textOf(last);
  };
  for (let count = 1; count <= links; count++) expect(await type(count)).not.toContain('Too many');
  expect(await type(links + 1)).toContain('Too many');
});

test('general and session limits act on nothing', async () => {
  const limits = { 'linkgate.limit.general': '1/60', 'linkgate.limit.session': '1/60' };
  const { makeClient, makeUser } = await realmWith(limits);
  const [client, user] = [await makeClient([{ provider: LINK }]), await makeUser()];
  for (let i = 0; i < 3; i++) {
    const page = await startSignIn(realm, client, new Agent());
    expect([page.status, ...headersOf(page)]).toEqual([200, null, null, null, null]);
  }
  expect((await request(client, user.email)).page.status).toBe(200);
});
