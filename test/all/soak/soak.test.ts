/**
 * Mixed sign-ins near the machine's capacity, with a node restarted in the middle (`node scripts/run.mjs soak.ts` runs it for ten
 * minutes).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setMailPort, setMailServer } from '../../support/admin.ts';
import { heapMegabytes, NODES, startNode, stopNode } from '../../support/cluster.ts';
import { Balancer } from '../../support/soak/balancer.ts';
import { LinkBox } from '../../support/soak/link-box.ts';
import { stampede } from '../../support/soak/link-journeys.ts';
import { measureCapacity, runAtPace } from '../../support/soak/run.ts';
import { Recorder } from '../../support/trace/recorder.ts';
import { FAULTS, withFault } from '../model/model.ts';
import { replay } from '../model/replay.ts';
import type { TraceEvent } from '../model/trace-event.ts';

const SECONDS = Number(process.env.LINKGATE_SOAK_SECONDS ?? '40');
/** Freshly started code is slow: the capacity is measured after a while. */
const WARM_UP_SECONDS = SECONDS / 10;
const CAPACITY_SECONDS = Math.max(10, SECONDS / 20);
const SHARE = 0.8;
/** The maximum growth of the heap of the node that isn't restarted: Keycloak's caches are bounded, and not full at the start. */
const MAX_GROWTH_MEGABYTES = 96;
/** The minimum of journeys of all kinds; the actual number is printed, and depends on the machine. */
const MIN_JOURNEYS = 20;
/** The minimum of recorded events, in the full soak and in the short one: changes of rows and responses about links. */
const MIN_EVENTS = process.env.LINKGATE_SOAK_SECONDS === undefined ? 2500 : 10_000;
/** The number of places that open a link at once, and of users; repeated until that many events were recorded. */
const PLACES = 100;
const AT_ONCE = 2;
/** A restart takes longer than the rest on a small machine. */
const MARGIN_SECONDS = 240;

let recorder: Recorder;
let links: LinkBox;
const restore: (() => Promise<void>)[] = [];
beforeAll(async () => {
  recorder = await Recorder.start();
  links = await LinkBox.open((link) => recorder.emailed(link));
  restore.push(await setMailPort(links.port));
  restore.push(await setMailServer({ port: String(links.port) }, 'linkgate-beta'));
});
afterAll(async () => {
  for (const put of restore) await put();
  links.close();
});

test('sign-ins at 80 % of the capacity all succeed for the right user while a node restarts, in flat memory', {
  timeout: (SECONDS + WARM_UP_SECONDS + CAPACITY_SECONDS + MARGIN_SECONDS) * 1000,
}, async () => {
  const world = { balancer: new Balancer(NODES), links, recorder };
  const warm = await measureCapacity(world, WARM_UP_SECONDS);
  const { perSecond, tally: busy } = await measureCapacity(world, CAPACITY_SECONDS);
  expect([...warm.tally.wrong, ...busy.wrong]).toEqual([]);
  const before = await heapMegabytes('first');
  const pace = runAtPace(world, perSecond * SHARE, SECONDS);
  await wait((SECONDS * 1000) / 3);
  await stopNode('second');
  await startNode('second');
  const tally = await pace;
  const after = await heapMegabytes('first');
  console.log(
    `${perSecond.toFixed(1)} journeys per second at most; ${tally.done} done, ${tally.again} restarted, ${tally.skipped} skipped; heap ${before} MB, then ${after} MB`,
  );
  expect(tally.wrong).toEqual([]);
  expect(tally.done).toBeGreaterThan(MIN_JOURNEYS);
  expect(after - before).toBeLessThan(MAX_GROWTH_MEGABYTES);
});

test('every outcome of a link under load, also of links opened concurrently, is allowed by the model', {
  timeout: 2 * MARGIN_SECONDS * 1000,
}, async () => {
  const world = { balancer: new Balancer(NODES), links, recorder };
  // The database records a third of them: for a link that is rejected in many places at once, its row gets the reason once per
  // second.
  while (recorder.seen < 0.75 * MIN_EVENTS)
    await Promise.all(Array.from({ length: AT_ONCE }, () => stampede(world, PLACES)));
  const { events, traceEvents } = await recorder.stop();
  const { shapes, rejected } = await replay(traceEvents);
  console.log(
    `${events} events of links, codes and accounts: ${traceEvents.length} steps, of ${shapes} shapes`,
  );
  expect(rejected).toEqual([]);
  expect(events).toBeGreaterThan(MIN_EVENTS);
  // The recording must not fit a model whose rules have a fault.
  const fault = FAULTS.find(({ breaks }) => breaks === 'NoneUsedAfterANewer');
  const faulty = fault === undefined ? null : await replay(oneThatEndsOthers(traceEvents), withFault(fault));
  expect(faulty).toMatchObject({ shapes: 1, rejected: [{}] });
});

/** The events of the links of a user who used one of several. */
function oneThatEndsOthers(traceEvents: readonly TraceEvent[]): TraceEvent[] {
  const use = traceEvents.find((it) => it.what === 'use' && it.superseded.length > 0);
  const links = use?.what === 'use' ? [use.link, ...use.superseded] : [];
  return traceEvents.filter((it) => 'link' in it && links.includes(it.link));
}
