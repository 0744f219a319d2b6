/** Runs a round: users sign in during a fault, and the guarantees are checked. */
import { setTimeout as wait } from 'node:timers/promises';
import type { HmacKey } from '../admin.ts';
import { onDatabase, untilThreeMembers } from '../cluster.ts';
import { newAddress } from '../email.ts';
import { newReferral } from '../referrals.ts';
import { TryAgain } from '../soak/balancer.ts';
import { FAULTS, type FaultName } from './faults.ts';
import type { History } from './history.ts';
import { NODE_NAMES, type Places, type Plan, planOf } from './plan.ts';
import type { Tally } from './report.ts';
import { type RoundUser, resolve, runUser, signInAt, until } from './users.ts';
import { RECOVERY_MILLIS, violationsIn } from './violations.ts';
import { World } from './world.ts';

/** Two codes, each shared by half of the guests. */
const CODES = 2;
/** How long users continue after the fault; nodes must recover before that. */
const REST_MILLIS = 2 * RECOVERY_MILLIS;
const PROBE_PAUSE_MILLIS = 200;
const WARM_UP_CALLS = 40;

/** A round and its results: without violations it passed. */
export interface Outcome {
  plan: Plan<FaultName>;
  violations: string[];
  tally: Tally;
}

/** Resources that rounds share. */
export interface Means {
  /** Passes emails to the listener. */
  listen(onEmail: (url: string, to: string, code: string) => void): void;
  /** A key of the realm. */
  key: HmacKey;
  places: Places;
}

/** Runs the round of a seed on a cluster of three nodes, with one of the given faults. */
export async function runRound(
  seed: number,
  { listen, key, places }: Means,
  from: readonly FaultName[],
): Promise<Outcome> {
  await untilThreeMembers();
  const choices = from.map((name) => ({ name, only: FAULTS[name].only }));
  const [first, ...others] = choices;
  if (first === undefined) throw new Error('no fault to choose from');
  const plan = planOf(seed, [first, ...others], places);
  const { prepare, begin, end, after } = FAULTS[plan.fault];
  await prepare?.(plan.chance);
  const history = emptyHistory(plan);
  const users = await gather(plan, history);
  const world = new World(
    history,
    users.map(({ email }) => email),
    key,
  );
  listen((url, to, code) => world.recordEmail(url, to, code));
  await warmUp(world);
  const roundBegan = Date.now();
  const signIns = users.map((one) => runUser(world, { ...one, roundBegan }));
  // An early failure must not end the process while the fault lasts.
  const all = Promise.allSettled(signIns);

  await until(roundBegan + plan.beginsAt);
  history.fault = { began: Date.now(), ended: Number.POSITIVE_INFINITY };
  try {
    await begin(plan.target, plan.chance);
    await wait(plan.lastsMillis);
  } finally {
    await end(plan.target);
  }
  history.fault.ended = Date.now();
  world.deadline = Date.now() + REST_MILLIS;
  await Promise.all(NODE_NAMES.map((node) => recover(world, node)));
  for (const run of await all) if (run.status === 'rejected') history.wrong.push(String(run.reason));
  for (const one of users)
    for (const message of world.emailsTo(one.email)) await resolve(world, { ...one, roundBegan }, message);
  const finished = Date.now();
  await readRows(history, users);
  const { called, tried, ended, recovered, fault, excuse } = history;
  // No request can be served while no node runs.
  const ran = excuse.none === 'anywhere' ? fault.ended : fault.began;
  const tally = {
    tries: tried.length,
    links: history.emailed.length,
    signIns: ended.filter(({ got }) => got === 'tokens').length,
    unclear: ended.filter(({ got }) => got === 'nothing').length,
    busy: called.filter(({ status }) => status === 503).length,
    withoutResponse: called.filter(({ status }) => status === null).length,
    slowestMillis: Math.max(...recovered.map(({ millis }) => millis)),
    servedMillis: Math.max(...recovered.map(({ at }) => at)) - fault.ended,
    faultSeconds: (fault.ended - fault.began) / 1000,
    seconds: (finished - ran) / 1000,
  };
  await after?.();
  return { plan, violations: violationsIn(history), tally };
}

/**
 * Has each node open all its database connections, which it does one at a time, before anything is measured: by opening a used
 * link.
 */
async function warmUp(world: World): Promise<void> {
  await Promise.all(
    NODE_NAMES.map(async (node) => {
      const used = await signInAt(world, node);
      const open = () => world.call(node, used, {}, false).catch(() => {});
      await Promise.all(Array.from({ length: WARM_UP_CALLS }, open));
    }),
  );
}

function emptyHistory({ fault, target }: Plan<FaultName>): History {
  return {
    excuse: FAULTS[fault].excuse,
    target,
    fault: { began: Number.POSITIVE_INFINITY, ended: Number.POSITIVE_INFINITY },
    requests: [],
    emailed: [],
    tried: [],
    ended: [],
    called: [],
    recovered: [],
    referrals: [],
    rows: new Map(),
    accounts: new Map(),
    sessions: new Map(),
    wrong: [],
  };
}

/** Gives all users addresses, and guests their codes, before the round starts. */
async function gather(
  { users, seed, chance }: Plan<FaultName>,
  history: History,
): Promise<Omit<RoundUser, 'roundBegan'>[]> {
  const guests = users.filter(({ kind }) => kind === 'guest').length;
  const maxUses = guests / CODES / 2;
  const made = await Promise.all(Array.from({ length: CODES }, () => newReferral({ max_uses: maxUses })));
  const codes = made.map(({ id, code }) => ({ id, code, maxUses, guests: [] as string[], uses: 0 }));
  history.referrals.push(...codes);
  let turn = 0;
  return users.map((plan, number) => {
    const email = newAddress(`round-${seed}`);
    const referral = plan.kind === 'guest' ? (codes[turn++ % CODES] ?? null) : null;
    referral?.guests.push(email);
    return { plan, email, referral, chance: chance.for(number) };
  });
}

/** Waits until a node serves a complete sign-in; it has recovered when that sign-in started. */
async function recover(world: World, node: (typeof NODE_NAMES)[number]): Promise<void> {
  const { fault, recovered, wrong } = world.history;
  for (;;) {
    const began = Date.now();
    try {
      await signInAt(world, node);
    } catch (failure) {
      if (Date.now() < world.deadline) {
        await wait(PROBE_PAUSE_MILLIS);
        continue;
      }
      if (!(failure instanceof TryAgain)) wrong.push(`the ${node} node doesn't sign in: ${String(failure)}`);
    }
    recovered.push({ node, at: Date.now(), millis: began - fault.ended });
    return;
  }
}

/** The final state of the database. */
async function readRows(history: History, users: readonly Pick<RoundUser, 'email'>[]): Promise<void> {
  const emails = users.map(({ email }) => email);
  await onDatabase(async (client) => {
    const rows = async (sql: string, given: readonly string[]) =>
      (await client.query<Record<string, string>>(sql, [given])).rows;
    for (const row of await rows(
      'SELECT JTI, STATE, EXPIRES_AT FROM LINKGATE_LINK WHERE EMAIL = ANY($1)',
      emails,
    ))
      history.rows.set(row.jti ?? '', { state: row.state ?? '', expiresAt: Number(row.expires_at) });
    const counts = 'SELECT EMAIL, COUNT(*) FROM USER_ENTITY U';
    const by = 'WHERE EMAIL = ANY($1) GROUP BY EMAIL';
    for (const { email = '', count } of await rows(`${counts} ${by}`, emails))
      history.accounts.set(email, Number(count));
    const sessions = `${counts} JOIN OFFLINE_USER_SESSION S ON S.USER_ID = U.ID AND S.OFFLINE_FLAG = '0' ${by}`;
    for (const { email = '', count } of await rows(sessions, emails))
      history.sessions.set(email, Number(count));
    const ids = history.referrals.map(({ id }) => id);
    for (const { id, uses } of await rows('SELECT ID, USES FROM LINKGATE_REFERRAL WHERE ID = ANY($1)', ids))
      for (const referral of history.referrals) if (referral.id === id) referral.uses = Number(uses);
  });
}
