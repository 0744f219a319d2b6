/** Work on files of this clone that two processes mustn't do at the same time, such as a build. */
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { localPath } from './local-folder.ts';
import { isRunning } from './process-id.ts';

const POLL_MILLISECONDS = 200;

/**
 * Does the work once no other process of this clone does work of that name, and returns its result.
 * @param name the name of the file below `.local` that says which process does it
 */
export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const file = localPath(name);
  await mkdir(dirname(file), { recursive: true });
  while (!(await claim(file))) {
    await removeAbandoned(file);
    await wait(POLL_MILLISECONDS);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

let claims = 0;

/** Whether the file is this process's now. It is never there without its content. */
async function claim(file: string): Promise<boolean> {
  claims += 1;
  const own = `${file}-${process.pid}-${claims}`;
  await writeFile(own, String(process.pid));
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own);
  }
}

/** Removes the file of a process that ended without doing so. */
async function removeAbandoned(file: string): Promise<void> {
  const owner = await readFile(file, 'utf8').catch(() => undefined);
  if (owner === undefined || isRunning(Number(owner))) return;
  const moved = `${file}-${process.pid}-abandoned`;
  await rename(file, moved).catch(() => {});
  const found = await readFile(moved, 'utf8').catch(() => undefined);
  // Another process may have claimed it in between.
  if (found !== undefined && found !== owner) await rename(moved, file);
  else await rm(moved, { force: true });
}
