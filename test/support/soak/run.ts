/** Runs journeys, as fast as possible or at a pace. */
import { setTimeout as wait } from 'node:timers/promises';
import { TryAgain } from './balancer.ts';
import { JOURNEYS } from './journeys.ts';
import type { Journey, World } from './world.ts';

/** The number of concurrent journeys while the capacity is measured. */
const CLOSED_LOOP = 8;
/** The maximum of concurrent journeys at a pace: a server that falls behind gets no more. */
const MAX_UNDERWAY = 64;
/** More than a minute: the machine may be busy, and a node is down for a while. */
const MAX_TRIES = 120;
const PAUSE_MILLIS = 500;
const SHOWN_FAILURES = 5;

/** The results. */
export interface Tally {
  done: number;
  /** Journeys that were restarted after no response, or 503. */
  again: number;
  /** Journeys that the pace required but that were skipped because too many were in progress. */
  skipped: number;
  /** Any other unexpected result. */
  wrong: string[];
}

/** Runs as many journeys as possible in that time; returns the number completed per second. */
export async function measureCapacity(
  world: World,
  seconds: number,
): Promise<{ perSecond: number; tally: Tally }> {
  const tally = newTally();
  const began = Date.now();
  let turn = 0;
  const user = async () => {
    while (Date.now() < began + seconds * 1000)
      await runJourney(world, JOURNEYS[turn++ % JOURNEYS.length], tally);
  };
  await Promise.all(Array.from({ length: CLOSED_LOOP }, user));
  return { perSecond: (tally.done * 1000) / (Date.now() - began), tally };
}

/** Runs journeys at a rate per second for some seconds, whatever else the caller does meanwhile. */
export async function runAtPace(world: World, perSecond: number, seconds: number): Promise<Tally> {
  const tally = newTally();
  const began = Date.now();
  const underway = new Set<Promise<void>>();
  for (let i = 0; Date.now() < began + seconds * 1000; i++) {
    const due = began + (i * 1000) / perSecond;
    if (due > Date.now()) await wait(due - Date.now());
    if (underway.size >= MAX_UNDERWAY) {
      tally.skipped += 1;
      continue;
    }
    const journey: Promise<void> = runJourney(world, JOURNEYS[i % JOURNEYS.length], tally).finally(() =>
      underway.delete(journey),
    );
    underway.add(journey);
  }
  await Promise.all(underway);
  return tally;
}

function newTally(): Tally {
  return { done: 0, again: 0, skipped: 0, wrong: [] };
}

async function runJourney(world: World, journey: Journey | undefined, tally: Tally): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      await journey?.(world);
      tally.done += 1;
      return;
    } catch (failure) {
      if (!(failure instanceof TryAgain)) {
        if (tally.wrong.length < SHOWN_FAILURES) tally.wrong.push(String(failure));
        return;
      }
      tally.again += 1;
      await wait(PAUSE_MILLIS);
    }
  }
  tally.wrong.push('never got through');
}
