/**
 * The step in a stock realm, on two nodes: a link signs in once, and a commit that is lost loses no link and uses none
 * twice.
 */

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Agent, type Page } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import {
  database,
  databaseLine,
  killNode,
  NODES,
  onDatabase,
  startNode,
  waitingForLocks,
} from '../../support/cluster.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { formActionOf, hiddenValue } from '../../support/form.ts';
import {
  callAdmin,
  type Invitation,
  invitationIn,
  invitationOf,
  invited,
} from '../../support/invitations.ts';
import { expireDailyCount } from '../../support/invited-again.ts';
import { hasArrived, makeOnceRealm, ONCE_WAYS, type OnceRealm, sessionsOf } from '../../support/once-ways.ts';
import { PATIENT } from '../../support/patience.ts';
import type { SiteClient } from '../../support/site.ts';
import {
  codesIn,
  confirmIn,
  countSessions,
  LINK,
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
let all: OnceRealm;
beforeAll(async () => {
  all = await makeOnceRealm();
  realm = all.realm;
  client = await realm.makeClient([{ provider: LINK, config: { emailContains: 'link-and-code' } }]);
});
afterAll(async () => await realm?.remove());

const at = (node: string, cookies: Readonly<Record<string, string>> = {}) => {
  const agent = new Agent({ accept: 'text/html' }, node);
  for (const [name, value] of Object.entries(cookies)) agent.setCookie(name, value);
  return agent;
};

/** How many links of an address have been used. */
const usesOf = async (email: string) =>
  await onDatabase(async (database) => {
    const sql = "SELECT COUNT(*) FROM LINKGATE_LINK WHERE STATE = 'used' AND EMAIL = $1";
    return Number((await database.query<{ count: string }>(sql, [email])).rows[0]?.count);
  });

const requestAt = (node: string, user: StepUser) => requestByStep(realm, client, user, at(node));

describe.each(Object.entries(ONCE_WAYS))('%s', (_, request) => {
  test('is used on both nodes at the same time, and signs in once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const once = await request(all, first);
      const clicks = await once.ready([second, first, second, first]);
      const pages = await Promise.all(clicks.map((click) => click()));
      // A second click in one tab may get another code of the same session.
      expect(pages.filter(hasArrived).length, pages.map(textOf).join('\n')).toBeGreaterThan(0);
      expect(await sessionsOf(all, once.email)).toBe(1);
      expect(await usesOf(once.email)).toBe(1);
    }
  });
});

test('a node that is killed while it uses each of them leaves it open at the other node', async () => {
  const requested = await Promise.all(Object.values(ONCE_WAYS).map((request) => request(all, first)));
  const ready = await Promise.all(requested.map((once) => once.ready([second, first])));
  const emails = requested.map(({ email }) => email);
  try {
    const killed = await onDatabase(async (held) => {
      await held.query('BEGIN');
      for (const table of ['LINKGATE_LINK', 'LINKGATE_INVITATION'])
        await held.query(`SELECT 1 FROM ${table} WHERE EMAIL = ANY($1) FOR UPDATE`, [emails]);
      const clicks = ready.map(async ([click]) => await click?.().then(hasArrived, () => false));
      await vi.waitUntil(async () => (await waitingForLocks()) === clicks.length, PATIENT);
      await killNode('second');
      await held.query('COMMIT');
      return await Promise.all(clicks);
    });
    expect(killed).toEqual(killed.map(() => false));
    for (const [index, { email }] of requested.entries()) {
      expect([email, await usesOf(email)]).toEqual([email, 0]);
      const again = await ready[index]?.[1]?.();
      expect(again !== undefined && hasArrived(again), again && textOf(again)).toBe(true);
      expect([await usesOf(email), await sessionsOf(all, email)]).toEqual([1, 1]);
    }
  } finally {
    await startNode('second');
  }
});

test('a node that is killed after it has used a link, before its session is stored, leaves it open, too', async () => {
  // Codes and approvals belong to a tab, which Keycloak ends at the same time.
  const ways = Object.entries(ONCE_WAYS).filter(([way]) => / link |invitation/.test(way));
  expect(ways).toHaveLength(4);
  const requested = await Promise.all(ways.map(([, request]) => request(all, first)));
  const ready = await Promise.all(requested.map((once) => once.ready([second, first])));
  try {
    await onDatabase(async (held) => {
      await held.query('BEGIN');
      // Sessions can be read, and not stored.
      await held.query('LOCK TABLE OFFLINE_USER_SESSION IN SHARE MODE');
      const clicks = ready.map(async ([click]) => await click?.().then(hasArrived, () => false));
      await vi.waitUntil(async () => (await waitingForLocks()) === clicks.length, PATIENT);
      for (const { email } of requested) expect([email, await usesOf(email)]).toEqual([email, 1]);
      const early = await Promise.all(ready.map(async ([, click]) => await click?.()));
      expect(early.map((page) => page !== undefined && hasArrived(page))).toEqual(ways.map(() => false));
      await killNode('second');
      await held.query('COMMIT');
      expect(await Promise.all(clicks)).toEqual(clicks.map(() => false));
    });
    for (const [index, { email }] of requested.entries()) {
      const [way, click] = [ways[index]?.[0], ready[index]?.[1]];
      // As soon as the other node knows that this one has ended.
      await vi.waitFor(async () => {
        const page = await click?.();
        expect(page !== undefined && hasArrived(page), `${way}: ${page && textOf(page)}`).toBe(true);
      }, PATIENT);
      expect([way, await usesOf(email), await sessionsOf(all, email)]).toEqual([way, 1, 1]);
      await click?.();
      expect([way, await usesOf(email), await sessionsOf(all, email)]).toEqual([way, 1, 1]);
    }
  } finally {
    await startNode('second');
  }
});

test('an invitation that is resent: the earlier link, and what its button led to, create nothing', async () => {
  const email = newAddress();
  const link = await invited(email, all.links, { first_name: 'Ada', last_name: 'User' }, realm.name);
  const pressed = at(first);
  const page = await pressed.open(link);
  const body = new URLSearchParams({ token: hiddenValue(page, 'token'), confirm: confirmIn(page) });
  const waits = await pressed.request(formActionOf(page), { method: 'POST', body });
  await expireDailyCount(email);
  const { id } = await invitationOf(email, { realm: realm.name });
  const resent = await callAdmin('POST', `invitations/${id}/resend`, undefined, { realm: realm.name });
  expect([resent.status, ((await resent.json()) as Invitation).state]).toEqual([200, 'sent']);
  expect((await at(second).open(link)).status).toBe(401);
  expect(hasArrived(await pressed.open(waits.headers.get('location') ?? ''))).toBe(false);
  expect(await sessionsOf(all, email)).toBe(0);
  const end = await openAndConfirm(invitationIn(await emailTo(email, 2)), at(second));
  expect([hasArrived(end), await sessionsOf(all, email)]).toEqual([true, 1]);
  expect((await invitationOf(email, { realm: realm.name })).state).toBe('accepted');
  const late = await callAdmin('POST', `invitations/${id}/resend`, undefined, { realm: realm.name });
  expect(late.status).toBe(409);
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
  test.each(Object.keys(ONCE_WAYS).flatMap((way) => [[way, 'before'] as const, [way, 'after'] as const]))(
    'at the last click of %s (%s): it can be clicked again, or was used for one session at most',
    async (way, how) => {
      const once = await ONCE_WAYS[way]?.(all, first);
      if (once === undefined) throw new Error(way);
      const [click, again] = await once.ready([first, second]);
      await losing(how, async () => (await click?.()) as Page).catch(() => null);
      const used = await usesOf(once.email);
      if (used === 0) expect(hasArrived((await again?.()) as Page)).toBe(true);
      expect(await usesOf(once.email)).toBe(1);
      expect(await sessionsOf(all, once.email)).toBeLessThanOrEqual(1);
      if (used === 0) expect(await sessionsOf(all, once.email)).toBe(1);
    },
  );

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
        // Only a commit that the database has seen can have used the link, which may then sign nobody in (docs/threat-model.md).
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
