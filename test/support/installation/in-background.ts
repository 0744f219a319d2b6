/** Starts what some tests need while others run already: files wait for it, and are given what belongs to their worker. */
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { writeWhole } from '../../../scripts/server/whole-file.ts';
import { partPath } from '../part.ts';
import { WORKER } from './workers.ts';

const LOOK_MILLIS = 100;
/** It has secrets of servers that end with the tests. */
const FILE_MODE = 0o600;

/** What a start led to. */
type Outcome<Own> = { own: readonly Own[] } | { failure: string };

/** Starts of several projects come one after another: what is needed first is there first. Vitest loads this file once for each project. */
const queue = globalThis as { linkgateStarts?: Promise<unknown> };

const fileOf = (name: string) => partPath(`${name}.json`);

/**
 * Begins to start something for each worker.
 * @param name what `ownPart` asks for
 * @returns what waits until the start is over, whether or not it failed
 */
export async function startInBackground<Own>(
  name: string,
  start: () => Promise<readonly Own[]>,
): Promise<() => Promise<void>> {
  await rm(fileOf(name), { force: true });
  const begun = (queue.linkgateStarts ?? Promise.resolve()).then(start);
  queue.linkgateStarts = begun.catch(() => {});
  const over = begun.then(
    (own): Outcome<Own> => ({ own }),
    (error: unknown): Outcome<Own> => ({ failure: String(error) }),
  );
  const told = over.then((outcome) => writeWhole(fileOf(name), JSON.stringify(outcome), FILE_MODE));
  return async () => await told;
}

/** Waits until it was started. Returns this worker's own part. */
export async function ownPart<Own>(name: string): Promise<Own> {
  while (!existsSync(fileOf(name))) await wait(LOOK_MILLIS);
  const outcome = JSON.parse(readFileSync(fileOf(name), 'utf8')) as Outcome<Own>;
  if ('failure' in outcome) throw new Error(`${name}: ${outcome.failure}`);
  const own = outcome.own[WORKER - 1];
  if (own === undefined) throw new Error(`${name}: nothing was started for worker ${WORKER}`);
  return own;
}
