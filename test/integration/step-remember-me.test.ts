/** *Remember me* on the step's page in a stock realm: as on Keycloak's own first pages (docs/features/step.md). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import type { SiteClient } from '../support/site.ts';
import { requestBy } from '../support/step-pages.ts';
import {
  LINK,
  makeStepRealm,
  openAndConfirm,
  type StepRealm,
  type StepUser,
  startSignIn,
} from '../support/step-realm.ts';

const BOX = 'name="rememberMe"';

let realm: StepRealm;
let client: SiteClient;
let afterName: SiteClient;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'base' }, { rememberMe: true });
  client = await realm.makeClient([{ provider: LINK, config: { emailContains: 'link-and-code' } }]);
  afterName = await realm.makeClient([{ provider: 'auth-username-form' }, { provider: LINK }]);
});
afterAll(async () => realm.remove());

/** Requests a link with or without the tick. */
async function request(user: StepUser, isTicked: boolean) {
  const agent = new Agent();
  const page = await startSignIn(realm, client, agent);
  expect(page.text).toContain(BOX);
  const tick: Record<string, string> = isTicked ? { rememberMe: 'on' } : {};
  return await requestBy(agent, user, async () =>
    agent.submit(page, { email: user.email, action: 'send', ...tick }),
  );
}

/** Whether each of a user's sessions is remembered. */
async function remembered({ id }: StepUser): Promise<unknown[]> {
  const sessions = await (await admin()).users.listSessions({ realm: realm.name, id });
  return sessions.map((session) => (session as { rememberMe?: boolean }).rememberMe);
}

describe('a user who ticks it', () => {
  test('is remembered through the link in the same browser', async () => {
    const user = await realm.makeUser();
    const { agent, link } = await request(user, true);
    await openAndConfirm(link, agent);
    expect(await remembered(user)).toEqual([true]);
  });

  test('is remembered through the link in another browser', async () => {
    const user = await realm.makeUser();
    const { link } = await request(user, true);
    await openAndConfirm(link);
    expect(await remembered(user)).toEqual([true]);
  });

  test('is remembered through the code, also after another link', async () => {
    const user = await realm.makeUser();
    const { agent, page, code } = await request(user, true);
    await agent.submit(page, { code });
    expect(await remembered(user)).toEqual([true]);
  });

  test('is suggested at the next sign-in, with the tick', async () => {
    const user = await realm.makeUser();
    const { agent, link } = await request(user, true);
    await openAndConfirm(link, agent);
    const page = await startSignIn(realm, client, agent, { prompt: 'login' });
    expect(page.text).toContain(`value="${user.username}"`);
    expect(page.text).toMatch(/name="rememberMe"[^>]*checked/);
  });

  test('isn’t in a realm that switched it off meanwhile', async () => {
    const user = await realm.makeUser();
    const { agent, link } = await request(user, true);
    await realm.update({ rememberMe: false });
    await openAndConfirm(link, agent);
    expect(await remembered(user)).toEqual([false]);
    expect((await startSignIn(realm, client, new Agent())).text).not.toContain(BOX);
    await realm.update({ rememberMe: true });
  });
});

test('a user who doesn’t tick it isn’t remembered, also one who ticked it before', async () => {
  const user = await realm.makeUser();
  const { agent, page } = await request(user, true);
  const first = await agent.submit(page, { action: 'change' });
  expect(first.text).toMatch(/name="rememberMe"[^>]*checked/);
  const again = await requestBy(agent, user, async () =>
    agent.submit(first, { email: user.email, action: 'send', rememberMe: '' }),
  );
  await openAndConfirm(again.link, agent);
  expect(await remembered(user)).toEqual([false]);
});

test('the page for a user whom the flow knows has no box; the tick on Keycloak’s page before it counts', async () => {
  const user = await realm.makeUser();
  const agent = new Agent();
  const name = await startSignIn(realm, afterName, agent);
  const page = await agent.submit(name, { username: user.username, rememberMe: 'on' });
  expect(page.text).not.toContain(BOX);
  const { link } = await requestBy(agent, user, async () => agent.submit(page, { action: 'send' }));
  await openAndConfirm(link);
  expect(await remembered(user)).toEqual([true]);
});
