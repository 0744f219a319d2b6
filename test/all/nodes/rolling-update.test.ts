/**
 * JAR and theme are replaced node by node while users sign in, each request at any node: no sign-in fails, no link and no count
 * is lost, and either release continues what the other one started. `LINKGATE_ROLL_FROM` names a patch release of Keycloak that
 * is replaced, too.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { setMailServer } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl, tokensFrom } from '../../support/authorization.ts';
import { NODES, onDatabase, startBoth, startNode, stopNode } from '../../support/cluster.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { makeRealm, type OwnRealm } from '../../support/own-realm.ts';
import { partPath } from '../../support/part.ts';
import {
  makeReleases,
  type Release,
  type ShownRelease,
  updateCompatibility,
} from '../../support/previous-release.ts';
import { follow, linkFor, openLink, requestLink, submitConsent } from '../../support/sign-in.ts';
import { Balancer, TryAgain } from '../../support/soak/balancer.ts';
import { LinkBox } from '../../support/soak/link-box.ts';
import { finish, newAgent, requestByApi } from '../../support/soak/world.ts';

const { web } = inject('site').clients;
const [first, second] = NODES;
const SIGN_INS_PER_SECOND = 5;
/** The minimum number of sign-ins; fewer are started on a busy machine, but too few would prove nothing. */
const SIGN_INS_AT_ONCE = 4;
/** A realm for the sign-ins, whose counts no other test changes. */
const REALM = 'rolling';
const LINKS_PER_ADDRESS = 20;
const PAUSE_MILLIS = 500;
/** Nodes store their counters twice in this time; a busy machine may be late. */
const COUNTED_MILLIS = 240_000;
/** Keycloak's own exit codes. */
const [ROLLING, RECREATE] = [0, 3];

/** Retries if a node is busy (503); a missing response is always a failure. */
class PatientBalancer extends Balancer {
  busy = 0;

  override async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    for (;;)
      try {
        return await super.fetch(url, init);
      } catch (failure) {
        if (!(failure instanceof TryAgain) || failure.message !== '503') throw failure;
        this.busy += 1;
        await wait(PAUSE_MILLIS);
      }
  }
}

const balancer = new PatientBalancer(NODES);
const ends: (() => unknown)[] = [];
let current: Release;
let previous: Release;
let realm: OwnRealm;
let links: LinkBox;

beforeAll(async () => {
  ({ current, previous } = await makeReleases());
  links = await LinkBox.open(() => {});
  ends.push(() => links.close());
  realm = await makeRealm(REALM);
  ends.push(() => realm.remove());
  await setMailServer({ port: String(links.port) }, REALM);
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** Replaces a node's server as an operator does: drains it at the load balancer, stops it, starts the new one, adds it back. */
async function replace(which: 'first' | 'second', { directory }: Release): Promise<void> {
  const url = which === 'first' ? first : second;
  await balancer.drain(url);
  await stopNode(which);
  await startNode(which, directory);
  balancer.restore(url);
}

/** How a node shows its release: by the plugin's version, and the theme. */
async function shownAt(node: string): Promise<ShownRelease> {
  const api = await connectAdmin({ ...inject('site').admin, serverUrl: node });
  const { providers } = await api.serverInfo.find();
  const info = providers?.authenticator?.providers['linkgate-email']?.operationalInfo;
  const page = await new Agent({ accept: 'text/html' }, node).open(authUrl(web));
  const [, title = ''] = /<h1[^>]*>\s*(.*?Sign in to )/s.exec(page.text) ?? [];
  return { version: String(info?.version), title };
}

const shown = ({ version, title }: ShownRelease): ShownRelease => ({ version, title });

/** A complete sign-in, by an application or on the page; every request goes to any of the nodes. */
async function signIn(byPage: boolean): Promise<void> {
  const email = newAddress('rolling');
  const place = { baseUrl: realm.baseUrl, client: web };
  const [traffic, agent] = [{ balancer, links }, newAgent({ balancer })];
  if (byPage) {
    const page = await agent.open(authUrl(web, { at: `${realm.baseUrl}/auth` }));
    const message = links.next(email);
    const checkEmail = await agent.submit(page, { email });
    expect(checkEmail.status, checkEmail.text.slice(0, 300)).toBe(200);
    await finish(traffic, place, email, await submitConsent(agent, await agent.open((await message).link)));
  } else {
    const { link } = await requestByApi(traffic, place, email);
    await finish(traffic, place, email, await submitConsent(agent, await agent.open(link)));
  }
}

/** Starts sign-ins at a maximum rate per second. The returned function stops them and returns their number and their failures. */
function signInContinuously(perSecond: number): () => Promise<{ done: number; failed: string[] }> {
  let over = false;
  const outcome = { done: 0, failed: [] as string[] };
  const underway = new Set<Promise<void>>();
  const all = (async () => {
    const began = Date.now();
    for (let turn = 0; !over; turn++) {
      await wait(Math.max(0, began + (turn * 1000) / perSecond - Date.now()));
      if (underway.size >= SIGN_INS_AT_ONCE) continue;
      const one: Promise<void> = signIn(turn % 2 === 0)
        .then(
          () => {
            outcome.done += 1;
          },
          (failure: unknown) => {
            outcome.failed.push(String(failure));
          },
        )
        .finally(() => underway.delete(one));
      underway.add(one);
    }
    await Promise.all(underway);
    return outcome;
  })();
  return async () => {
    over = true;
    return await all;
  };
}

/** Requests a link at a node. */
async function requestAt(node: string, email: string): Promise<Response> {
  const { client_id, redirect_uri } = web;
  const fields = { email, client_id, redirect_uri, scope: 'openid email' };
  return await requestLink(fields, `${node}/realms/linkgate`);
}

/** A link that was requested at a node. */
async function linkFrom(node: string): Promise<string> {
  const email = newAddress();
  expect((await requestAt(node, email)).status).toBe(200);
  return linkIn(await emailTo(email));
}

describe('Keycloak’s own check for rolling updates', () => {
  const file = partPath('update-compatibility.json');

  test('lets releases with the same schema run side by side, and no others', async () => {
    expect(await updateCompatibility(previous.directory, 'metadata', file)).toMatchObject({ code: 0 });
    const metadata = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, string>>;
    expect(metadata.linkgate).toEqual({ schema: expect.stringMatching(/^\d+$/) });
    expect(await updateCompatibility(current.directory, 'check', file)).toMatchObject({ code: ROLLING });
    const older = { ...metadata, linkgate: { schema: String(Number(metadata.linkgate?.schema) - 1) } };
    await writeFile(file, JSON.stringify(older));
    const { code, output } = await updateCompatibility(current.directory, 'check', file);
    expect([code, output]).toEqual([RECREATE, expect.stringContaining('linkgate.schema')]);
  });
});

describe('a rolling update', () => {
  /** An address for which links are requested throughout, and the number of requests left. */
  const counted = newAddress('counted');
  let left = LINKS_PER_ADDRESS;
  const requestCounted = async (node: string) => {
    left -= 1;
    expect((await requestAt(node, counted)).status).toBe(200);
  };
  const [user, used] = [new Agent({ accept: 'text/html' }, first), [] as string[]];
  let outcome: Awaited<ReturnType<ReturnType<typeof signInContinuously>>>;
  /** Opens links at nodes; each one signs in. */
  const use = async (...opened: [link: string, node: string][]) => {
    for (const [link, node] of opened) {
      expect(await openLink(link, node)).toBe(302);
      used.push(link);
    }
  };

  beforeAll(async () => {
    await Promise.all([stopNode('second'), stopNode('first')]);
    await startBoth(previous.directory);
  });

  test('fails no sign-in and loses no link; both releases use each other’s links and counts', async () => {
    expect([await shownAt(first), await shownAt(second)]).toEqual([shown(previous), shown(previous)]);
    await follow(await linkFor(newAddress(), web), user);
    await requestCounted(first);
    await requestCounted(second);
    const [before, meanwhile, after] = [await linkFrom(first), await linkFrom(second), await linkFrom(first)];
    const stop = signInContinuously(SIGN_INS_PER_SECOND);
    try {
      await replace('second', current);
      expect([await shownAt(first), await shownAt(second)]).toEqual([shown(previous), shown(current)]);
      await use([before, first], [meanwhile, second]);
      await use([await linkFrom(first), second], [await linkFrom(second), first]);
      await requestCounted(second);
      await requestCounted(first);
      await replace('first', current);
      expect([await shownAt(first), await shownAt(second)]).toEqual([shown(current), shown(current)]);
      await use([after, first]);
      await requestCounted(first);
    } finally {
      outcome = await stop();
    }
    console.log(`${outcome.done} sign-ins done; a node was busy ${balancer.busy} times`);
    expect(outcome.failed).toEqual([]);
    expect(outcome.done).toBeGreaterThan(SIGN_INS_PER_SECOND);
    while (left > 0) await requestCounted(left % 2 === 0 ? first : second);
    for (const node of [first, second]) expect((await requestAt(node, counted)).status).toBe(429);
    for (const link of used) expect(await openLink(link, second)).toBe(401);
    expect((await tokensFrom(user, web)).access_token).toBeTruthy();
  });

  test('loses no count: all links and sign-ins are counted once the nodes have stored their counts', async () => {
    const { done } = outcome;
    const expected = { links_requested: done, links_used: done, sign_ups: done, used: done };
    const counts = () =>
      onDatabase(async (client) => {
        const { rows } = await client.query<{ name: string; amount: string }>(
          `SELECT NAME, SUM(AMOUNT) AS AMOUNT FROM LINKGATE_STATISTIC WHERE STEP = 300 AND NAME IN ('links_requested', 'links_used', 'sign_ups')
            AND REALM_ID = (SELECT ID FROM REALM WHERE NAME = $1) GROUP BY NAME
           UNION ALL SELECT STATE, COUNT(*) FROM LINKGATE_LINK WHERE REALM_ID = (SELECT ID FROM REALM WHERE NAME = $1) GROUP BY STATE`,
          [REALM],
        );
        return Object.fromEntries(rows.map(({ name, amount }) => [name, Number(amount)]));
      });
    await vi.waitFor(async () => expect(await counts()).toEqual(expected), {
      timeout: COUNTED_MILLIS,
      interval: 500,
    });
  });
});
