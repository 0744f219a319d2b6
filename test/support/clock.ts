/** A program with its own clock, by libfaketime (Debian package `libfaketime`). */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

const LIBRARIES = '/usr/lib';
const LIBRARY = path.join('faketime', 'libfaketimeMT.so.1');

/** The environment for a program whose clock is shifted by a number of seconds such as `-5s`; empty for `+0s`. */
export async function clockShiftedBy(by: string): Promise<Record<string, string>> {
  return by === '+0s' ? {} : { ...(await fakeTime()), FAKETIME: by };
}

/**
 * The environment for a program whose clock is shifted while it runs: by what a file contains, such as `+5s`. It reads the file
 * with each look at the clock.
 */
export async function clockShiftedByFile(file: string): Promise<Record<string, string>> {
  return { ...(await fakeTime()), FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' };
}

async function fakeTime(): Promise<Record<string, string>> {
  const folders = existsSync(LIBRARIES) ? await readdir(LIBRARIES) : [];
  const library = folders.map((folder) => path.join(LIBRARIES, folder, LIBRARY)).find(existsSync);
  if (library === undefined) throw new Error('no libfaketime (Debian/Ubuntu: apt install libfaketime)');
  return {
    LD_PRELOAD: library,
    // Otherwise it also shifts the deadlines of the JVM's waiting threads, but not their clock: they would spin instead of wait.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
    FAKETIME_DISABLE_SHM: '1',
  };
}
