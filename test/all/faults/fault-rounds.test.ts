/**
 * Rounds of faults on three nodes, chosen by seeds: whatever breaks while users sign in, nothing is double, lost or late, and all nodes
 * serve again soon (`node scripts/run.mjs soak.ts --faults 100` runs as many).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addHmacKey, type HmacKey, setMailPort, setMailServer } from '../../support/admin.ts';
import { clockShiftedBy } from '../../support/clock.ts';
import { startAlone, stopNode, untilBothAreIn, untilThreeAreIn } from '../../support/cluster.ts';
import { FAULT_NAMES, type FaultName } from '../../support/rounds/faults.ts';
import { RECOVERY_MILLIS } from '../../support/rounds/judge.ts';
import type { Places } from '../../support/rounds/plan.ts';
import { type Reported, report, summary, totalOf } from '../../support/rounds/report.ts';
import { runRound } from '../../support/rounds/round.ts';
import { LinkBox } from '../../support/soak/link-box.ts';

const ROUNDS = Number(process.env.LINKGATE_FAULT_ROUNDS ?? '0');
const SEED = Number(process.env.LINKGATE_FAULT_SEED ?? '1');
/** Names of faults, by commas; any of them by default. */
const ONLY = process.env.LINKGATE_FAULT_KINDS?.split(',') as FaultName[] | undefined;
/** How long a round may take on a running cluster; not in CI, whose machine does other things as well. */
const ROUND_SECONDS = 60;
/** With what comes before and after; nodes may be slow to start on a busy machine. */
const ROUND_MILLIS = 180_000;
/** What that many rounds come to at least. */
const MANY = { rounds: 100, links: 5000, tries: 100_000 };

/** Where links are used; fewer in CI, whose machine does other things as well. */
const PLACES: Places = ROUNDS === 0 ? { ofSome: 10, ofOthers: 10 } : { ofSome: 50, ofOthers: 15 };
/** CI's machine does other things meanwhile: there a node has to serve again while the round waits for it. */
const RECOVERS_WITHIN = ROUNDS === 0 ? 3 * RECOVERY_MILLIS : RECOVERY_MILLIS;
/** In CI: some kinds that need no additional node, once each; otherwise the requested number of rounds. */
const CI_FAULTS: readonly FaultName[] = ['node stands still', 'commits broken', 'database fails over'];
const WANTED: readonly { seed: number; from: readonly FaultName[] }[] =
  ROUNDS === 0
    ? CI_FAULTS.map((fault, i) => ({ seed: SEED + i, from: [fault] }))
    : Array.from({ length: ROUNDS }, (_, i) => ({ seed: SEED + i, from: ONLY ?? FAULT_NAMES }));

let key: HmacKey;
let heard: (url: string, to: string, code: string) => void = () => {};
const listen = (listener: typeof heard) => {
  heard = listener;
};
const restore: (() => unknown)[] = [];
beforeAll(async () => {
  // Says at once that the library isn't there, and not after an hour.
  if (WANTED.some(({ from }) => from.includes('clock shifted'))) await clockShiftedBy('+1s');
  const links = await LinkBox.open((link, to, code) => heard(link, to, code));
  restore.push(() => links.close());
  restore.push(await setMailPort(links.port));
  restore.push(await setMailServer({ port: String(links.port) }, 'linkgate-beta'));
  key = await addHmacKey();
  restore.push(() => key.remove());
  await startAlone('third');
  await untilThreeAreIn();
});
afterAll(async () => {
  for (const put of restore.reverse()) await put();
  await stopNode('third');
  await untilBothAreIn();
});

test('during a temporary fault nothing is duplicated, lost or late, and all nodes recover soon', {
  timeout: WANTED.length * ROUND_MILLIS,
}, async () => {
  const rounds: Reported[] = [];
  try {
    for (const { seed, from } of WANTED) {
      const { plan, breaches, tally } = await runRound(
        seed,
        { listen, key, places: PLACES, recoveryMillis: RECOVERS_WITHIN },
        from,
      );
      rounds.push({ seed, fault: plan.fault, target: plan.target, tally, breaches });
      console.log(report(rounds.slice(-1)));
      if (breaches.length > 0)
        console.log([`seed ${seed}: ${plan.fault}`, ...breaches.slice(0, 50)].join('\n'));
      expect(breaches, `seed ${seed}, ${plan.fault}`).toEqual([]);
    }
  } finally {
    if (rounds.length > 0) console.log([report(rounds), summary(rounds)].join('\n'));
  }
  const { links, tries, seconds } = totalOf(rounds);
  if (ROUNDS > 0) expect(seconds, 'the longest round').toBeLessThanOrEqual(ROUND_SECONDS);
  if (ROUNDS >= MANY.rounds) {
    expect(links).toBeGreaterThanOrEqual(MANY.links);
    expect(tries).toBeGreaterThanOrEqual(MANY.tries);
  }
});
