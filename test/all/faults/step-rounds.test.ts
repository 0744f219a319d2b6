/**
 * Rounds of faults in a stock realm with the step, on three nodes: no link signs in twice, none is lost, and Linkgate's
 * own path responds with 503 at worst. Each kind of fault once, with `LINKGATE_FAULT_ROUNDS`.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { clockShiftedBy } from '../../support/clock.ts';
import { startAlone, stopNode, untilThreeMembers, untilTwoMembers } from '../../support/cluster.ts';
import { makeOnceRealm, type OnceRealm } from '../../support/once-ways.ts';
import { FAULT_NAMES, type FaultName } from '../../support/rounds/faults.ts';
import { runStepRound } from '../../support/rounds/step-round.ts';
import { LinkBox } from '../../support/soak/link-box.ts';

const SEED = Number(process.env.LINKGATE_FAULT_SEED ?? '1');
const ROUND_MILLIS = 600_000;
const PLACES = { ofSome: 10, ofOthers: 4 };
/** Names of faults, separated by commas. */
const ONLY = process.env.LINKGATE_FAULT_KINDS?.split(',') as FaultName[] | undefined;
const KINDS: readonly FaultName[] =
  ONLY ?? (process.env.LINKGATE_FAULT_ROUNDS ? FAULT_NAMES : ['node suspended', 'commits broken']);

const links = new Map<string, string[]>();
const linksTo = (email: string) => links.get(email) ?? [];
const codes = new Map<string, string[]>();
const codesTo = (email: string) => codes.get(email) ?? [];
const restore: (() => unknown)[] = [];
let all: OnceRealm;
beforeAll(async () => {
  if (KINDS.includes('clock shifted')) await clockShiftedBy('+1s');
  const box = await LinkBox.open((link, to, code) =>
    link === '' ? codes.set(to, [...codesTo(to), code]) : links.set(to, [...linksTo(to), link]),
  );
  restore.push(() => box.close());
  const smtpServer = { host: '127.0.0.1', port: String(box.port), from: 'sign-in@example.test' };
  all = await makeOnceRealm({ smtpServer });
  restore.push(() => all.realm.remove());
  await startAlone('third');
  await untilThreeMembers();
});
afterAll(async () => {
  await stopNode('third');
  await untilTwoMembers();
  for (const put of restore.reverse()) await put();
});

test.each(KINDS.map((kind, index) => [kind, SEED + index] as const))(
  'nothing is duplicated or lost: %s, seed %i',
  { timeout: ROUND_MILLIS },
  async (kind, seed) => {
    const { realm, links: client, codes, crossDevice } = all;
    const token = async () => (await (await admin()).getAccessToken()) ?? '';
    const third = inject('cluster').third.url;
    const means = { realm, client, codes, crossDevice, linksTo, codesTo, token, places: PLACES, third };
    const { plan, violations, tally } = await runStepRound(seed, means, [kind]);
    console.log(`seed ${seed}: ${kind} (${plan.target}): ${JSON.stringify(tally)}`);
    expect(violations).toEqual([]);
    expect(tally.uses).toBeGreaterThan(0);
  },
);
