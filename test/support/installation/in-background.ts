/** Starts what some tests need while others already run: test files wait for it, and get a part of their own. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { writeAtomically } from '../../../scripts/server/atomic-write.ts';
import { isRunning } from '../../../scripts/server/process-id.ts';
import { partPath } from '../part.ts';
import { WORKER } from './workers.ts';

const LOOK_MILLIS = 100;
/** Readable by the owner only: it contains secrets of servers that end with the tests. */
const FILE_MODE = 0o600;

/** The outcome of a start. */
type Outcome<Own> = { own: readonly Own[] } | { failure: string };

/**
 * Starts of several projects run one after another, in the order in which they are needed. Vitest loads this file once per
 * project.
 */
const queue = globalThis as { linkgateStarts?: Promise<unknown> };

const fileOf = (name: string) => partPath(`${name}.json`);

/**
 * Starts something for each worker in the background.
 * @param name the name for `ownPart`
 * @returns a function that waits until the start is over, whether or not it failed
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
  const written = over.then((outcome) => writeAtomically(fileOf(name), JSON.stringify(outcome), FILE_MODE));
  return async () => await written;
}

/** Waits until the start is over. Returns this worker's own part. */
export async function ownPart<Own>(name: string): Promise<Own> {
  const own = (await startedParts<Own>(name))[WORKER - 1];
  if (own === undefined) throw new Error(`${name}: nothing was started for worker ${WORKER}`);
  return own;
}

/** Waits until the start is over and one of its parts is free; there may be fewer parts than workers. */
export async function claimPart<Own>(name: string): Promise<{ own: Own; release: () => void }> {
  const parts = await startedParts<Own>(name);
  for (;;) {
    for (const [index, own] of parts.entries()) {
      const claim = partPath(`${name}-${index}.claim`);
      if (tryClaim(claim)) return { own, release: () => rmSync(claim, { force: true }) };
    }
    await wait(LOOK_MILLIS);
  }
}

/** Whether this process is the only one that has claimed it; a claim of an ended process is void. */
function tryClaim(claim: string): boolean {
  try {
    writeFileSync(claim, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const owner = ownerOf(claim);
    if (owner > 0 && !isRunning(owner)) rmSync(claim, { force: true });
    return false;
  }
}

/** The process that has claimed it; 0 if that isn't written yet, or if it has just been released. */
function ownerOf(claim: string): number {
  try {
    return Number(readFileSync(claim, 'utf8'));
  } catch {
    return 0;
  }
}

async function startedParts<Own>(name: string): Promise<readonly Own[]> {
  while (!existsSync(fileOf(name))) await wait(LOOK_MILLIS);
  const outcome = JSON.parse(readFileSync(fileOf(name), 'utf8')) as Outcome<Own>;
  if ('failure' in outcome) throw new Error(`${name}: ${outcome.failure}`);
  return outcome.own;
}
