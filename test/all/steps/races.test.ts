/** In a stock realm, whatever happens at the same time, a link signs in at most once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Agent } from '../../support/agent.ts';
import type { SiteClient } from '../../support/site.ts';
import {
  codesIn,
  countSessions,
  LINK,
  makeStepRealm,
  openAndConfirm,
  openInAll,
  requestByStep,
  type StepRealm,
  type StepUser,
} from '../../support/step-realm.ts';

const ROUNDS = 5;
const FLOWS = {
  'the step alone': [{ provider: LINK, config: { emailContains: 'link-and-code' } }],
  'the step beside a password': [
    { provider: LINK, requirement: 'ALTERNATIVE', config: { emailContains: 'link-and-code' } },
    { provider: 'auth-username-password-form', requirement: 'ALTERNATIVE' },
  ],
} as const;

let realm: StepRealm;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
});
afterAll(async () => await realm?.remove());

const request = (client: SiteClient, user: StepUser, agent = new Agent()) =>
  requestByStep(realm, client, user, agent);

/** A second browser window with the same cookies. */
const sameBrowser = (agent: Agent) => Agent.withCookies(agent.cookies);

test.each(Object.entries(FLOWS))('clicks in the requesting browser and in others: %s', async (_, parts) => {
  const client = await realm.makeClient(parts);
  for (let round = 0; round < ROUNDS; round++) {
    const user = await realm.makeUser();
    const { agent, link } = await request(client, user);
    const browsers = [sameBrowser(agent), sameBrowser(agent), new Agent(), new Agent()];
    const press = await openInAll(link, browsers);
    const pages = await press();
    const signedInBrowsers = [pages.slice(0, 2), pages.slice(2, 3), pages.slice(3)].map(codesIn);
    // A second click in the same tab gets another code of the same session, as on any of Keycloak's forms.
    expect(signedInBrowsers.filter((codes) => codes > 0)).toHaveLength(1);
    expect(await countSessions(realm, user)).toBe(1);
    expect((await new Agent().open(link)).status).toBe(401);
  }
});

test.each(Object.entries(FLOWS))('a click and the one-time code: %s', async (_, parts) => {
  const client = await realm.makeClient(parts);
  for (let round = 0; round < ROUNDS; round++) {
    const user = await realm.makeUser();
    const { agent, page, link, code } = await request(client, user);
    const typing = sameBrowser(agent);
    const press = await openInAll(link, [round % 2 === 0 ? new Agent() : sameBrowser(agent)]);
    const pages = await Promise.all([typing.submit(page, { code }), press()]);
    expect(codesIn(pages.flat())).toBe(1);
  }
});

test('two links of a user, of which the one that is used supersedes the other', async () => {
  const client = await realm.makeClient(FLOWS['the step alone']);
  for (let round = 0; round < ROUNDS; round++) {
    const user = await realm.makeUser();
    const [one, other] = [await request(client, user), await request(client, user)];
    const presses = [await openInAll(one.link, [one.agent]), await openInAll(other.link, [other.agent])];
    const pages = await Promise.all(presses.map((press) => press()));
    expect(codesIn(pages.flat())).toBe(1);
    for (const { link } of [one, other]) expect((await new Agent().open(link)).status).toBe(401);
  }
});

test('a click while a further link is requested', async () => {
  const client = await realm.makeClient(FLOWS['the step alone']);
  for (let round = 0; round < ROUNDS; round++) {
    const user = await realm.makeUser();
    const { agent, link } = await request(client, user);
    const press = await openInAll(link, [agent]);
    const [pages, later] = await Promise.all([press(), request(client, user)]);
    expect(codesIn(pages)).toBe(1);
    // Requested before or after the click: superseded by it, or still open; never both used.
    const page = await new Agent().open(later.link);
    if (page.status === 200) expect(codesIn([await openAndConfirm(later.link)])).toBe(1);
    else expect(page.status).toBe(401);
  }
});
