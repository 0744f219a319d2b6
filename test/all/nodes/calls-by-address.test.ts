/** The limits by IP are kept in memory on each node, and the nodes synchronize them. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { setRealmAttributes } from '../../support/admin.ts';
import { killNode, NODES, startNode } from '../../support/cluster.ts';
import { newCaller, requestFrom } from '../../support/from-address.ts';
import { limitStatusIn } from '../../support/limits.ts';
import { PATIENT } from '../../support/patience.ts';

const LIMIT = 40;
const WINDOW_SECONDS = 30;
const CALL_INTERVAL_MILLIS = 50;
const SYNC_MILLIS = 1000;

const call = (caller: string, node: number) =>
  requestFrom(caller, `${NODES[node % 2]}/realms/linkgate/.well-known/jwks.json`);

let restore: () => Promise<void>;
beforeAll(async () => {
  restore = await setRealmAttributes({ 'linkgate.limit.general': `${LIMIT}/${WINDOW_SECONDS}` });
  for (const node of [0, 1])
    await vi.waitUntil(async () => limitStatusIn(await call(newCaller(), node)).limit === LIMIT, PATIENT);
});
afterAll(async () => await restore?.());

/**
 * Calls until none has been granted for a while; returns the instants at which granted calls were sent, and the next node's
 * index.
 */
async function callUntilRejected(caller: string, nodeOf: (index: number) => number): Promise<number[]> {
  const granted: number[] = [];
  let last = Date.now();
  for (let i = 0; Date.now() - last < 2 * SYNC_MILLIS; i++) {
    const at = Date.now();
    const { status } = await call(caller, nodeOf(i));
    if (status === 200) {
      granted.push(at);
      last = at;
    } else expect(status).toBe(429);
    await wait(CALL_INTERVAL_MILLIS);
  }
  return granted;
}

/** Waits until a node knows of the caller's calls at the other one: it then grants none after a few of its own. */
async function untilSynced(caller: string, node: number): Promise<void> {
  let calls = 0;
  const isSynced = async () => {
    calls += 1;
    return limitStatusIn(await call(caller, node)).remaining === 0;
  };
  await wait(SYNC_MILLIS);
  await vi.waitUntil(isSynced, { ...PATIENT, interval: SYNC_MILLIS });
  expect(calls).toBeLessThan(LIMIT / 4);
}

/** The maximum number of these instants within a second. */
function mostInASecond(instants: readonly number[]): number {
  return Math.max(
    ...instants.map((from) => instants.filter((at) => at >= from && at - from <= SYNC_MILLIS).length),
  );
}

describe('a caller who switches between nodes', () => {
  test('gets no more than the limit and what passes in a second, and no less', async () => {
    const granted = await callUntilRejected(newCaller(), (index) => index);
    expect(granted.length).toBeGreaterThanOrEqual(LIMIT);
    expect(granted.length).toBeLessThanOrEqual(LIMIT + mostInASecond(granted));
    expect((granted.at(-1) ?? 0) - (granted[0] ?? 0)).toBeLessThan(WINDOW_SECONDS * 1000);
  });

  test('has the same remaining calls at the other node', async () => {
    const caller = newCaller();
    for (let i = 0; i < LIMIT - 1; i++) expect((await call(caller, 0)).status).toBe(200);
    await untilSynced(caller, 1);
    expect(limitStatusIn(await call(caller, 1)).remaining).toBe(0);
  });

  test('is still counted until the window ends if the node that reported it has died', async () => {
    const caller = newCaller();
    for (let i = 0; i < LIMIT; i++) expect((await call(caller, 1)).status).toBe(200);
    await untilSynced(caller, 0);
    await killNode('second');
    const rejected = await call(caller, 0);
    expect(rejected.status).toBe(429);
    const { reset } = limitStatusIn(rejected);
    expect(reset).toBeLessThanOrEqual(WINDOW_SECONDS);
    await wait((reset ?? 0) * 1000);
    await vi.waitUntil(async () => (await call(caller, 0)).status === 200, { ...PATIENT, interval: 1000 });
    await startNode('second');
  });

  test('is counted by a restarted node, too', async () => {
    const caller = newCaller();
    const granted = await callUntilRejected(caller, (index) => index + 1);
    expect(granted.length).toBeLessThanOrEqual(LIMIT + mostInASecond(granted));
  });
});
