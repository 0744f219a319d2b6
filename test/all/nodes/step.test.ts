/**
 * The step in a stock realm, on two nodes: a link signs in once, and a commit that is lost loses no link and uses none
 * twice.
 */

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Agent, type Page } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import { database, databaseLine, NODES } from '../../support/cluster.ts';
import { emailsTo, emailTo, linkIn } from '../../support/email.ts';
import { PATIENT } from '../../support/patience.ts';
import type { SiteClient } from '../../support/site.ts';
import {
  codesIn,
  confirmIn,
  countSessions,
  LINK,
  makeStepRealm,
  openAndConfirm,
  openInAll,
  requestByStep,
  type StepRealm,
  type StepUser,
  signedInAs,
  startSignIn,
} from '../../support/step-realm.ts';
import { requireStateUrl, waitingStateOf } from '../../support/waiting-tab.ts';

const ROUNDS = 5;
const [first, second] = NODES;

let realm: StepRealm;
let client: SiteClient;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
  client = await realm.makeClient([{ provider: LINK, config: { emailContains: 'link-and-code' } }]);
});
afterAll(async () => await realm?.remove());

const at = (node: string, cookies: Readonly<Record<string, string>> = {}) => {
  const agent = new Agent({ accept: 'text/html' }, node);
  for (const [name, value] of Object.entries(cookies)) agent.setCookie(name, value);
  return agent;
};

const requestAt = (node: string, user: StepUser) => requestByStep(realm, client, user, at(node));

test('clicks on both nodes at the same time sign in once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const user = await realm.makeUser();
    const { agent, link } = await requestAt(first, user);
    const browsers = [at(second, agent.cookies), at(first), at(second), at(first)];
    const press = await openInAll(link, browsers);
    const pages = await press();
    expect(codesIn(pages)).toBe(1);
    expect(await countSessions(realm, user)).toBe(1);
    for (const node of NODES) expect((await at(node).open(link)).status).toBe(401);
  }
});

test('a click on one node and the one-time code on the other sign in once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const user = await realm.makeUser();
    const { agent, page, link, code } = await requestAt(first, user);
    const press = await openInAll(link, [at(first)]);
    const typing = at(second, agent.cookies);
    const pages = await Promise.all([typing.submit(page, { code }), press()]);
    expect(codesIn(pages.flat())).toBe(1);
    expect(await countSessions(realm, user)).toBe(1);
  }
});

test('the tab that requested a link at one node continues at the other', async () => {
  const user = await realm.makeUser();
  const { agent, link } = await requestAt(first, user);
  agent.server = second;
  expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
});

describe('a commit that is lost', () => {
  /** Sends a request while the node's next commits are lost. */
  async function losing(how: 'before' | 'after', send: () => Promise<Page>): Promise<Page> {
    await databaseLine.breakCommits('first', how, 1);
    return await send().finally(() => databaseLine.heal('first'));
  }

  test.each(['before', 'after'] as const)(
    'when a link is opened: 503, and the link still signs in (%s)',
    async (how) => {
      const user = await realm.makeUser();
      const { agent, link } = await requestAt(first, user);
      const lost = await losing(how, () => agent.request(link));
      expect([lost.status, Number(lost.headers.get('retry-after')) > 0]).toEqual([503, true]);
      expect(textOf(lost)).toContain('temporarily unavailable');
      expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
    },
  );

  test.each(['before', 'after'] as const)(
    'when its button is pressed: 503, and the link still signs in (%s)',
    async (how) => {
      const user = await realm.makeUser();
      const { agent, link } = await requestAt(first, user);
      const page = await agent.open(link);
      const press = { method: 'POST', body: new URLSearchParams({ confirm: confirmIn(page) }) };
      const lost = await losing(how, () => agent.request(link, press));
      expect([lost.status, Number(lost.headers.get('retry-after')) > 0]).toEqual([503, true]);
      expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
    },
  );

  test('while a page waits for its link: 503, and the next poll has the state', async () => {
    const { agent, page } = await requestAt(first, await realm.makeUser());
    const lost = await losing('before', () => agent.request(new URL(requireStateUrl(page), page.url).href));
    expect([lost.status, Number(lost.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(await waitingStateOf(agent, page)).toMatchObject({ state: 'waiting' });
  });

  test.each(['before', 'after'] as const)(
    'when a link is requested: 503, and the form still sends one (%s)',
    async (how) => {
      const user = await realm.makeUser();
      const agent = at(first);
      const fields = { email: user.email, action: 'send' };
      const page = await startSignIn(realm, client, agent);
      const lost = await losing(how, () => agent.submit(page, fields));
      expect([lost.status, Number(lost.headers.get('retry-after')) > 0]).toEqual([503, true]);
      const sent = (await emailsTo(user.email)).length;
      // Keycloak takes a page's form once, and shows it again.
      await agent.submit(await agent.submit(page, fields), fields);
      const link = linkIn(await emailTo(user.email, sent + 1));
      expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
    },
  );

  test.each(['before', 'after'] as const)(
    'at the step’s action, which is Keycloak’s own: at most one session (%s)',
    async (how) => {
      const user = await realm.makeUser();
      const { agent, link } = await requestAt(first, user);
      const page = await agent.open(link);
      const press = { method: 'POST', body: new URLSearchParams({ confirm: confirmIn(page) }) };
      const action = (await agent.request(link, press)).headers.get('location') ?? '';
      const lost = await losing(how, () => agent.request(action));
      expect(codesIn([lost])).toBe(0);
      const reopened = await at(first).open(link);
      if (reopened.status === 200) {
        expect(codesIn([await openAndConfirm(link, at(second))])).toBe(1);
        expect(await countSessions(realm, user)).toBe(1);
      } else {
        // Only a commit that the database has seen can have used the link, which may then sign nobody in (docs/guarantees.md).
        expect([how, reopened.status]).toEqual(['after', 401]);
        expect(await countSessions(realm, user)).toBeLessThanOrEqual(1);
      }
    },
  );
});

describe('a database that is down', () => {
  let restore: (() => Promise<unknown>) | undefined;
  afterEach(async () => {
    await restore?.();
  });

  test('makes links, waiting pages and the step return 503, loses no link, and needs no restart', async () => {
    const user = await realm.makeUser();
    const { agent, page, link } = await requestAt(first, user);
    const confirm = await agent.open(link);
    const other = at(second);
    const form = await startSignIn(realm, client, other);
    const press = { method: 'POST', body: new URLSearchParams({ confirm: confirmIn(confirm) }) };
    const requests = {
      'a link': () => agent.request(link),
      'its button': () => agent.request(link, press),
      'a poll': () => agent.request(new URL(requireStateUrl(page), page.url).href),
      'a link for an application that wants JSON': () =>
        agent.request(link, { headers: { accept: 'application/json' } }),
      'the request for a link': () => other.submit(form, { email: user.email, action: 'send' }),
    };
    await database('stop');
    restore = () => database('start');
    const responses: Record<string, unknown[]> = {};
    for (const [name, send] of Object.entries(requests)) {
      const { status, headers } = await send();
      responses[name] = [status, Number(headers.get('retry-after')) > 0];
    }
    expect(responses).toEqual(Object.fromEntries(Object.keys(requests).map((name) => [name, [503, true]])));
    await restore();
    restore = undefined;
    await vi.waitFor(async () => {
      for (const node of NODES) expect((await at(node).open(link)).status).toBe(200);
    }, PATIENT);
    expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
    for (const node of NODES) {
      const { agent: next, link: later } = await requestAt(node, user);
      expect(await signedInAs(realm, client, await openAndConfirm(later, next))).toBe(user.id);
    }
  });
});
