/**
 * Rounds of faults on three nodes, chosen by seeds: whatever fails while users sign in, nothing is duplicated, lost or late, and
 * all nodes serve again soon (`node scripts/run.mjs soak.ts --faults 50` runs fifty).
 */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addHmacKey, type HmacKey, setMailPort, setMailServer } from '../../support/admin.ts';
import { clockShiftedBy } from '../../support/clock.ts';
import { startAlone, stopNode, untilThreeMembers, untilTwoMembers } from '../../support/cluster.ts';
import { partPath } from '../../support/part.ts';
import { FAULT_NAMES, type FaultName } from '../../support/rounds/faults.ts';
import type { Places } from '../../support/rounds/plan.ts';
import { type Reported, report, summary, totalOf } from '../../support/rounds/report.ts';
import { runRound } from '../../support/rounds/round.ts';
import { LinkBox } from '../../support/soak/link-box.ts';

const ROUNDS = Number(process.env.LINKGATE_FAULT_ROUNDS ?? '0');
const SEED = Number(process.env.LINKGATE_FAULT_SEED ?? '1');
/** Names of faults, separated by commas; any of them by default. */
const ONLY = process.env.LINKGATE_FAULT_KINDS?.split(',') as FaultName[] | undefined;
/** With preparation and clean-up; nodes may be slow to start on a busy machine. */
const ROUND_MILLIS = 600_000;
/** The minimum totals of that many rounds. */
const MANY = { rounds: 50, links: 2500, tries: 50_000 };

/** The places where links are used; fewer in CI, whose machine is shared. */
const PLACES: Places = ROUNDS === 0 ? { ofSome: 10, ofOthers: 10 } : { ofSome: 50, ofOthers: 15 };
/** In CI: some kinds that need no additional node, once each; otherwise the requested number of rounds. */
const CI_FAULTS: readonly FaultName[] = ['node suspended', 'commits broken', 'database fails over'];
const PLANNED: readonly { seed: number; from: readonly FaultName[] }[] =
  ROUNDS === 0
    ? CI_FAULTS.map((fault, i) => ({ seed: SEED + i, from: [fault] }))
    : Array.from({ length: ROUNDS }, (_, i) => ({ seed: SEED + i, from: ONLY ?? FAULT_NAMES }));

let key: HmacKey;
let onEmail: (url: string, to: string, code: string) => void = () => {};
const listen = (listener: typeof onEmail) => {
  onEmail = listener;
};
const restore: (() => unknown)[] = [];
beforeAll(async () => {
  // Fails immediately if the library is missing, not after an hour.
  if (PLANNED.some(({ from }) => from.includes('clock shifted'))) await clockShiftedBy('+1s');
  const links = await LinkBox.open((link, to, code) => onEmail(link, to, code));
  restore.push(() => links.close());
  restore.push(await setMailPort(links.port));
  restore.push(await setMailServer({ port: String(links.port) }, 'linkgate-beta'));
  key = await addHmacKey();
  restore.push(() => key.remove());
  await startAlone('third');
  await untilThreeMembers();
});
afterAll(async () => {
  for (const put of restore.reverse()) await put();
  await stopNode('third');
  await untilTwoMembers();
});

test('during a temporary fault nothing is duplicated, lost or late, and all nodes recover soon', {
  timeout: PLANNED.length * ROUND_MILLIS,
}, async () => {
  const rounds: Reported[] = [];
  try {
    for (const { seed, from } of PLANNED) {
      const { plan, violations, tally } = await runRound(seed, { listen, key, places: PLACES }, from);
      rounds.push({ seed, fault: plan.fault, target: plan.target, tally, violations });
      console.log(report(rounds.slice(-1)));
      if (violations.length > 0) {
        // Later tests empty the nodes' logs.
        const logs = partPath('fault-rounds', `seed-${seed}`);
        await cp(path.dirname(inject('site').logFile), logs, { recursive: true });
        console.log([`seed ${seed}: ${plan.fault} (${logs})`, ...violations.slice(0, 50)].join('\n'));
      }
      expect(violations, `seed ${seed}, ${plan.fault}`).toEqual([]);
    }
  } finally {
    if (rounds.length > 0) console.log([report(rounds), summary(rounds)].join('\n'));
  }
  const { links, tries } = totalOf(rounds);
  if (ROUNDS >= MANY.rounds) {
    expect(links).toBeGreaterThanOrEqual(MANY.links);
    expect(tries).toBeGreaterThanOrEqual(MANY.tries);
  }
});
