/**
 * A round of faults in a stock realm with the step: users request links in Keycloak's own flow at three nodes, and use
 * each in several browsers during a fault. Keycloak's own paths may fail while it lasts; Linkgate's own path never responds with 500.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Agent } from '../agent.ts';
import { NODES, onDatabase, untilThreeMembers } from '../cluster.ts';
import type { NodeName } from '../cluster-program.ts';
import type { SiteClient } from '../site.ts';
import { confirmIn, type StepRealm, type StepUser, startSignIn } from '../step-realm.ts';
import { FAULTS, type FaultName } from './faults.ts';
import { NODE_NAMES, type Places, type Plan, planOf, type User } from './plan.ts';
import type { Seeded } from './seeded.ts';
import { until } from './users.ts';

const PATIENCE_MILLIS = 30_000;
const PAUSE_MILLIS = 300;
/** How long after the fault users still retry; a slow machine needs longer than a node does. */
const REST_MILLIS = 120_000;
const OWN_PATH = '/verify-email';
const [OK, UNAUTHORIZED, SERVER_ERROR, UNAVAILABLE] = [200, 401, 500, 503];

/** What a round needs. */
export interface StepMeans {
  realm: StepRealm;
  client: SiteClient;
  /** The links that have arrived at an address. */
  linksTo(email: string): readonly string[];
  places: Places;
  /** The third node's own URL. */
  third: string;
}

/** The result of one use of a link. */
type Use = 'in' | 'rejected' | 'unclear';

type RoundUser = User & { account: StepUser; chance: Seeded };

/** A round's result; without violations it passed. */
export interface StepOutcome {
  plan: Plan<FaultName>;
  violations: string[];
  tally: Record<'links' | 'uses' | 'signIns' | 'unclear', number>;
}

/** A round in progress. */
class StepRound {
  readonly means: StepMeans;
  readonly violations: string[] = [];
  /** The uses of each link. */
  readonly uses = new Map<string, Use[]>();
  /** The number of "check your email" pages that each address has been shown. */
  readonly promised = new Map<string, number>();
  /** When users give up, in Unix milliseconds. */
  deadline = Number.POSITIVE_INFINITY;

  constructor(means: StepMeans) {
    this.means = means;
  }

  /** A new browser that talks to one node. */
  browser(node: NodeName, cookies: Readonly<Record<string, string>> = {}): Agent {
    const server = { first: NODES[0], second: NODES[1], third: this.means.third }[node];
    const agent = new Agent({ accept: 'text/html' }, server, async (input, init) => {
      const response = await fetch(input, { ...init, signal: AbortSignal.timeout(PATIENCE_MILLIS) });
      this.#checkOwnPath(node, new URL(String(input)).pathname, response);
      return response;
    });
    for (const [name, value] of Object.entries(cookies)) agent.setCookie(name, value);
    return agent;
  }

  #checkOwnPath(node: NodeName, path: string, { status, headers }: Response): void {
    if (!path.endsWith(OWN_PATH) || status < SERVER_ERROR) return;
    if (status !== UNAVAILABLE || !(Number(headers.get('retry-after')) > 0))
      this.violations.push(`wrong: ${status} of ${path} at the ${node} node`);
  }

  /** Repeats an attempt at several nodes until it succeeds; null if none does before the deadline. */
  async patiently<T>(
    first: NodeName,
    chance: Seeded,
    attempt: (node: NodeName) => Promise<T | null>,
  ): Promise<T | null> {
    for (let node = first; ; node = chance.pick(NODE_NAMES)) {
      const result = await attempt(node).catch(() => null);
      if (result !== null || Date.now() > this.deadline) return result;
      await wait(PAUSE_MILLIS);
    }
  }
}

/** Runs the round of a seed on a cluster of three nodes, with one of the given faults. */
export async function runStepRound(
  seed: number,
  means: StepMeans,
  [first, ...others]: readonly [FaultName, ...FaultName[]],
): Promise<StepOutcome> {
  await untilThreeMembers();
  const choice = (name: FaultName) => ({ name, only: FAULTS[name].only });
  const plan = planOf(seed, [choice(first), ...others.map(choice)], means.places);
  const { prepare, begin, end, after } = FAULTS[plan.fault];
  await prepare?.(plan.chance);
  const round = new StepRound(means);
  const ordinary = plan.users.filter(({ kind }) => kind === 'ordinary');
  const users = await Promise.all(
    ordinary.map(async (user, number) => {
      const account = await means.realm.makeUser();
      return { ...user, account, chance: plan.chance.for(number) };
    }),
  );
  const began = Date.now();
  const all = Promise.allSettled(users.map((user) => runUser(round, user, began)));
  await until(began + plan.beginsAt);
  try {
    await begin(plan.target, plan.chance);
    await wait(plan.lastsMillis);
  } finally {
    await end(plan.target);
  }
  round.deadline = Date.now() + REST_MILLIS;
  for (const run of await all)
    if (run.status === 'rejected') round.violations.push(`wrong: ${String(run.reason)}`);
  await untilThreeMembers();
  for (const user of users) {
    await resolve(round, user);
    await check(round, user);
  }
  for (const node of NODE_NAMES) await checkNode(round, node, plan.chance);
  await after?.();
  const uses = [...round.uses.values()].flat();
  const count = (what: Use) => uses.filter((use) => use === what).length;
  const tally = {
    links: round.uses.size,
    uses: uses.length,
    signIns: count('in'),
    unclear: count('unclear'),
  };
  return { plan, violations: round.violations, tally };
}

/** Requests a user's links, then uses all of them in many browsers at about the same time. */
async function runUser(round: StepRound, user: RoundUser, began: number): Promise<void> {
  const { account, chance, links, node, requestsAt, opensAt, places } = user;
  await until(began + requestsAt);
  const browsers: Agent[] = [];
  for (let i = 0; i < links; i++) {
    const browser = await round.patiently(node, chance, (at) => request(round, account, at));
    if (browser === null) round.violations.push(`lost: no node sent a link to ${account.email}`);
    else browsers.push(browser);
  }
  await until(began + opensAt);
  await Promise.all(
    round.means.linksTo(account.email).flatMap((link, index) =>
      places.map(async ({ node: at, after }, place) => {
        await wait(after);
        // One of the browsers is the requesting one.
        await use(round, link, round.browser(at, place === 0 ? browsers[index]?.cookies : {}));
      }),
    ),
  );
}

/** Requests a link in a new browser; null unless the "check your email" page is shown. */
async function request(round: StepRound, { email }: StepUser, node: NodeName): Promise<Agent | null> {
  const { realm, client } = round.means;
  const browser = round.browser(node);
  const form = { email, action: 'send' };
  const page = await browser.submit(await startSignIn(realm, client, browser), form);
  if (page.status !== OK || !page.text.includes('name="code"')) return null;
  round.promised.set(email, (round.promised.get(email) ?? 0) + 1);
  return browser;
}

/** Opens a link in a browser, presses its button and continues in Keycloak's flow. */
async function use(round: StepRound, link: string, browser: Agent): Promise<Use> {
  const result = await press(link, browser).catch((): Use => 'unclear');
  round.uses.set(link, [...(round.uses.get(link) ?? []), result]);
  return result;
}

async function press(link: string, browser: Agent): Promise<Use> {
  const page = await browser.open(link);
  if (page.status === UNAUTHORIZED) return 'rejected';
  if (page.status !== OK) return 'unclear';
  const end = await browser.submit(page, { confirm: confirmIn(page) });
  if (end.headers.get('location')?.includes('code=')) return 'in';
  return end.status === OK || end.status === UNAUTHORIZED ? 'rejected' : 'unclear';
}

/** Uses each of a user's links once more, until its result is clear. */
async function resolve(round: StepRound, { account, chance, node }: RoundUser): Promise<void> {
  for (const link of round.means.linksTo(account.email)) {
    const result = await round.patiently(node, chance, async (at) => {
      const result = await use(round, link, round.browser(at));
      return result === 'unclear' ? null : result;
    });
    if (result === null) round.violations.push(`lost: a link of ${account.email} got no clear response`);
  }
}

/** Compares what a user's browsers saw with the database. */
async function check(round: StepRound, { account: { id, email } }: RoundUser): Promise<void> {
  const links = round.means.linksTo(email);
  const uses = links.flatMap((link) => round.uses.get(link) ?? []);
  const signIns = uses.filter((use) => use === 'in').length;
  const [used, sessions] = await onDatabase(async (client) => {
    const count = async (sql: string, key: string) =>
      Number((await client.query<{ count: string }>(sql, [key])).rows[0]?.count);
    return [
      await count("SELECT COUNT(*) FROM LINKGATE_LINK WHERE STATE = 'used' AND EMAIL = $1", email),
      await count("SELECT COUNT(*) FROM OFFLINE_USER_SESSION WHERE OFFLINE_FLAG = '0' AND USER_ID = $1", id),
    ];
  });
  const wrong = {
    [`double: ${email} signed in ${signIns} times`]: signIns > 1,
    [`double: ${used} links of ${email} were used, all requested before`]: used > 1,
    [`double: ${email} has ${sessions} sessions by ${used} links`]: sessions > used,
    [`lost: ${email} got ${links.length} links of ${round.promised.get(email)}`]:
      links.length < (round.promised.get(email) ?? 0),
    [`lost: ${email} had links and never signed in`]: signIns === 0 && !uses.includes('unclear'),
    [`lost: none of the links of ${email} was used`]: used === 0,
  };
  for (const [message, isSo] of Object.entries(wrong)) if (isSo) round.violations.push(message);
}

/** Signs a new user in at a node. */
async function checkNode(round: StepRound, node: NodeName, chance: Seeded): Promise<void> {
  const account = await round.means.realm.makeUser();
  const signedIn = await round.patiently(node, chance, async (at) => {
    if (at !== node) return null;
    const browser = await request(round, account, node);
    const link = round.means.linksTo(account.email).at(-1);
    if (browser === null || link === undefined) return null;
    return (await press(link, browser)) === 'in' ? true : null;
  });
  if (signedIn === null) round.violations.push(`slow: the ${node} node doesn't sign in`);
}
