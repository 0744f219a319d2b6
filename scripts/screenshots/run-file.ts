/** Reads what `npm start` wrote. */
import { readFile } from 'node:fs/promises';
import { Failure } from '../failure.ts';
import type { RunFile } from '../run-file.ts';
import { localPath } from '../server/local-folder.ts';

/** @throws Failure when nothing runs */
export async function readRunFile(): Promise<RunFile> {
  try {
    return JSON.parse(await readFile(localPath('run.json'), 'utf8')) as RunFile;
  } catch {
    throw new Failure('There is no .local/run.json: start the product first, with npm start.');
  }
}
