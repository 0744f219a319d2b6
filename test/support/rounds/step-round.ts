/**
 * A round of faults in a stock realm with the step: users request links in Keycloak's own flow at three nodes, a backend has others sent to them or
 * returned, and an administrator invites new users; each is used in several browsers during a fault. Others type a code that came alone, or approve
 * their tab on another device. Keycloak's own paths may fail while it lasts; Linkgate's own path never responds with 500.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, type Page } from '../agent.ts';
import { textOf } from '../check-email-page.ts';
import { NODES, onDatabase, untilThreeMembers } from '../cluster.ts';
import type { NodeName } from '../cluster-program.ts';
import { comparisonCodeOn, enterComparisonCode } from '../cross-device.ts';
import { newAddress } from '../email.ts';
import { bearer } from '../form.ts';
import { invitationOf } from '../invitations.ts';
import { hasArrived } from '../once-ways.ts';
import type { SiteClient } from '../site.ts';
import { confirmIn, type StepRealm, startSignIn } from '../step-realm.ts';
import { FAULTS, type FaultName } from './faults.ts';
import { NODE_NAMES, type Places, type Plan, planOf, type User } from './plan.ts';
import type { Seeded } from './seeded.ts';
import { until } from './users.ts';

const PATIENCE_MILLIS = 30_000;
const PAUSE_MILLIS = 300;
/** How long after the fault users still retry; a slow machine needs longer than a node does. */
const REST_MILLIS = 120_000;
const OWN_PATHS = ['/verify-email', '/invitation'];
const [OK, CREATED, UNAUTHORIZED, CONFLICT, SERVER_ERROR, UNAVAILABLE] = [200, 201, 401, 409, 500, 503];

/** What a round needs. */
export interface StepMeans {
  realm: StepRealm;
  client: SiteClient;
  /** Clients whose emails contain a code alone, and whose links can be approved. */
  codes: SiteClient;
  crossDevice: SiteClient;
  /** The links that have arrived at an address. */
  linksTo(email: string): readonly string[];
  /** The codes that have arrived alone. */
  codesTo(email: string): readonly string[];
  /** An administrator's current token. */
  token(): Promise<string>;
  places: Places;
  /** The third node's own URL. */
  third: string;
}

/** The result of one use of a link. */
type Use = 'in' | 'rejected' | 'unclear';

/** Who has an account, or is invited to get one. */
type RoundUser = User & { email: string; isInvited: boolean; chance: Seeded };

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
  /** The number of emails that each address was promised, by a "check your email" page or the response to an administrator. */
  readonly promised = new Map<string, number>();
  /** The links that were returned to a backend, by address. */
  readonly returned = new Map<string, string[]>();
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
    if (!OWN_PATHS.some((own) => path.endsWith(own)) || status < SERVER_ERROR) return;
    if (status !== UNAVAILABLE || !(Number(headers.get('retry-after')) > 0))
      this.violations.push(`wrong: ${status} of ${path} at the ${node} node`);
  }

  /** The links of an address, by email or returned. */
  linksOf(email: string): readonly string[] {
    return [...this.means.linksTo(email), ...(this.returned.get(email) ?? [])];
  }

  /** An administrator's request at a node; null if the node didn't respond. */
  async administer(node: NodeName, path: string, body: object): Promise<Response | null> {
    const server = { first: NODES[0], second: NODES[1], third: this.means.third }[node];
    const response = await fetch(`${server}/admin/realms/${this.means.realm.name}/linkgate/${path}`, {
      method: 'POST',
      headers: { ...bearer(await this.means.token()), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MILLIS),
    });
    return response.status < SERVER_ERROR ? response : null;
  }

  promise(email: string): void {
    this.promised.set(email, (this.promised.get(email) ?? 0) + 1);
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
  const users = await Promise.all(
    plan.users.map(async (user, number) => {
      const isInvited = user.kind === 'guest';
      const email = isInvited ? newAddress('guest') : (await means.realm.makeUser()).email;
      return { ...user, email, isInvited, chance: plan.chance.for(number) };
    }),
  );
  const began = Date.now();
  const all = Promise.allSettled(
    users.map((user) => {
      const way = TAB_WAYS[user.kind];
      return way === undefined ? runUser(round, user, began) : runTab(round, user, began, way);
    }),
  );
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
    if (TAB_WAYS[user.kind] !== undefined) {
      await checkTab(round, user);
      continue;
    }
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
  const { email, isInvited, chance, links, node, requestsAt, opensAt, places } = user;
  await until(began + requestsAt);
  const requesters: Agent[] = [];
  for (let i = 0; i < links; i++) {
    const way = isInvited ? invite : (WAYS[i % WAYS.length] ?? request);
    const browser = await round.patiently(node, chance, (at) => way(round, email, at));
    if (browser === null) round.violations.push(`lost: no node sent a link to ${email}`);
    else if (browser !== 'none') requesters.push(browser);
  }
  await until(began + opensAt);
  await Promise.all(
    round.linksOf(email).flatMap((link, index) =>
      places.map(async ({ node: at, after }, place) => {
        await wait(after);
        // One of the browsers is the requesting one.
        await use(round, link, round.browser(at, place === 0 ? requesters[index]?.cookies : {}));
      }),
    ),
  );
}

/** How a link is requested: the browser in which that happened, if one did; null if it has to be repeated. */
type RequestWay = (round: StepRound, email: string, node: NodeName) => Promise<Agent | 'none' | null>;

/** A backend has a link sent. */
const haveSent: RequestWay = async (round, email, node) => {
  const { client_id, redirect_uri } = round.means.client;
  const body = { email, client_id, redirect_uri, delivery: 'email' };
  const response = await round.administer(node, 'links', body);
  if (response?.status !== CREATED) return null;
  round.promise(email);
  return 'none';
};

/** A link is returned to a backend. */
const haveReturned: RequestWay = async (round, email, node) => {
  const { client_id, redirect_uri } = round.means.client;
  const body = { email, client_id, redirect_uri, delivery: 'return' };
  const response = await round.administer(node, 'links', body);
  if (response?.status !== CREATED) return null;
  const { link } = (await response.json()) as { link: string };
  round.returned.set(email, [...(round.returned.get(email) ?? []), link]);
  return 'none';
};

/** An administrator invites a new user. */
const invite: RequestWay = async (round, email, node) => {
  const body = { email, client_id: round.means.client.client_id, first_name: 'Ada', last_name: 'User' };
  const response = await round.administer(node, 'invitations', body);
  // An earlier attempt has stored the invitation, and its response was lost; its email may be, too.
  if (response?.status === CONFLICT) {
    if (round.means.linksTo(email).length > 0) return 'none';
    const { id } = await invitationOf(email, { realm: round.means.realm.name });
    const resent = await round.administer(node, `invitations/${id}/resend`, {});
    if (resent?.status !== OK) return null;
  } else if (response?.status !== CREATED) return null;
  round.promise(email);
  return 'none';
};

/** Requests a link in a new browser; null unless the "check your email" page is shown. */
async function request(round: StepRound, email: string, node: NodeName): Promise<Agent | null> {
  const { realm, client } = round.means;
  const browser = round.browser(node);
  const form = { email, action: 'send' };
  const page = await browser.submit(await startSignIn(realm, client, browser), form);
  if (page.status !== OK || !page.text.includes('name="code"')) return null;
  round.promise(email);
  return browser;
}

const WAYS: readonly RequestWay[] = [request, haveSent, haveReturned];

/** A way in which the requesting tab itself makes the last click. */
interface TabWay {
  client(means: StepMeans): SiteClient;
  /** The codes or links that have arrived. */
  arrived(means: StepMeans, email: string): readonly string[];
  /** What another device has to do before the click. */
  prepare?(round: StepRound, page: Page, link: string, node: NodeName): Promise<void>;
  fields(arrived: string): Record<string, string>;
}

/** By the kind of user; here nothing expires for one that is `late`. */
const TAB_WAYS: Partial<Record<User['kind'], TabWay>> = {
  typist: {
    client: ({ codes }) => codes,
    arrived: ({ codesTo }, email) => codesTo(email),
    fields: (code) => ({ code }),
  },
  late: {
    client: ({ crossDevice }) => crossDevice,
    arrived: ({ linksTo }, email) => linksTo(email),
    prepare: async (round, page, link, node) => {
      const owner = round.browser(node);
      const code = comparisonCodeOn(page);
      if (code === null) throw new Error(`no comparison code on: ${textOf(page)}`);
      await enterComparisonCode(owner, await owner.open(link), code);
    },
    fields: () => ({ action: 'look' }),
  },
};

/** Requests an email in a tab, and makes its last click at several nodes at about the same time; anew if the tab doesn't get in. */
async function runTab(
  round: StepRound,
  { email, chance, node, requestsAt, opensAt, places }: RoundUser,
  began: number,
  way: TabWay,
): Promise<void> {
  const { means } = round;
  await until(began + requestsAt);
  const isIn = await round.patiently(node, chance, async (at) => {
    const before = way.arrived(means, email).length;
    const tab = round.browser(at);
    const page = await tab.submit(await startSignIn(means.realm, way.client(means), tab), {
      email,
      action: 'send',
    });
    await until(began + opensAt);
    const arrived = way.arrived(means, email);
    if (page.status !== OK || arrived.length === before) return null;
    const last = arrived.at(-1) ?? '';
    await way.prepare?.(round, page, last, chance.pick(NODE_NAMES));
    const clicks = places.map(async ({ node: place, after }) => {
      await wait(after);
      const browser = round.browser(place, tab.cookies);
      const end = await browser.submit(page, way.fields(last));
      // Keycloak takes a page's form once, and shows it again.
      const shownAgain = end.text.includes('name="code"') && way.prepare === undefined;
      return hasArrived(shownAgain ? await browser.submit(end, way.fields(last)) : end);
    });
    const ends = await Promise.all(clicks.map((click) => click.catch(() => null)));
    const result = ends.includes(true) ? 'in' : ends.includes(null) ? 'unclear' : 'rejected';
    round.uses.set(last, [result]);
    return result === 'in' ? true : null;
  });
  if (isIn === null) round.violations.push(`lost: no tab of ${email} signed in`);
}

/** Compares the sessions that a user's tabs led to with what they used. */
async function checkTab(round: StepRound, { email }: RoundUser): Promise<void> {
  const { used, sessions } = await countsOf(email);
  if (sessions > used) round.violations.push(`double: ${email} has ${sessions} sessions by ${used} uses`);
  if (sessions === 0) round.violations.push(`lost: ${email} has no session`);
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
  if (hasArrived(end)) return 'in';
  return end.status === OK || end.status === UNAUTHORIZED ? 'rejected' : 'unclear';
}

/** Uses each of a user's links once more, until its result is clear. */
async function resolve(round: StepRound, { email, chance, node }: RoundUser): Promise<void> {
  for (const link of round.linksOf(email)) {
    const result = await round.patiently(node, chance, async (at) => {
      const result = await use(round, link, round.browser(at));
      return result === 'unclear' ? null : result;
    });
    if (result === null) round.violations.push(`lost: a link of ${email} got no clear response`);
  }
}

/** Compares what a user's browsers saw with the database. */
async function check(round: StepRound, { email, isInvited }: RoundUser): Promise<void> {
  const links = round.linksOf(email);
  const uses = links.flatMap((link) => round.uses.get(link) ?? []);
  const signIns = uses.filter((use) => use === 'in').length;
  const sent = round.means.linksTo(email).length;
  const { used, accounts, sessions, accepted } = await countsOf(email);
  const wrong = {
    [`double: ${email} signed in ${signIns} times`]: signIns > 1,
    [`double: ${used} links of ${email} were used, all requested before`]: used > 1,
    [`double: ${email} has ${sessions} sessions by ${used} links`]: sessions > used,
    [`double: ${email} has ${accounts} accounts`]: accounts !== 1,
    [`half done: ${accepted} invitations of ${email} were accepted`]: accepted !== (isInvited ? used : 0),
    [`lost: ${email} got ${sent} links of ${round.promised.get(email)}`]:
      sent < (round.promised.get(email) ?? 0),
    [`lost: ${email} had links and never signed in`]: signIns === 0 && !uses.includes('unclear'),
    [`lost: none of the links of ${email} was used`]: used === 0,
  };
  for (const [message, isSo] of Object.entries(wrong)) if (isSo) round.violations.push(message);
}

/** What the database has of an address. */
async function countsOf(
  email: string,
): Promise<Record<'used' | 'accounts' | 'sessions' | 'accepted', number>> {
  return await onDatabase(async (client) => {
    const count = async (sql: string) =>
      Number((await client.query<{ count: string }>(sql, [email])).rows[0]?.count);
    return {
      used: await count("SELECT COUNT(*) FROM LINKGATE_LINK WHERE STATE = 'used' AND EMAIL = $1"),
      accounts: await count('SELECT COUNT(*) FROM USER_ENTITY WHERE EMAIL = $1'),
      sessions: await count(
        "SELECT COUNT(*) FROM OFFLINE_USER_SESSION WHERE OFFLINE_FLAG = '0' AND USER_ID IN (SELECT ID FROM USER_ENTITY WHERE EMAIL = $1)",
      ),
      accepted: await count(
        "SELECT COUNT(*) FROM LINKGATE_INVITATION WHERE STATE = 'accepted' AND EMAIL = $1",
      ),
    };
  });
}

/** Signs a new user in at a node. */
async function checkNode(round: StepRound, node: NodeName, chance: Seeded): Promise<void> {
  const { email } = await round.means.realm.makeUser();
  const signedIn = await round.patiently(node, chance, async (at) => {
    if (at !== node) return null;
    const browser = await request(round, email, node);
    const link = round.means.linksTo(email).at(-1);
    if (browser === null || link === undefined) return null;
    return (await press(link, browser)) === 'in' ? true : null;
  });
  if (signedIn === null) round.violations.push(`slow: the ${node} node doesn't sign in`);
}
