/** Obtains the script engine, one JAR, by `fetch-engine.mjs`, unless `run.mjs` has already started that. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { localPath } from '../server/local-folder.ts';
import { awaitProcess } from '../server/process-id.ts';
import { enginePart } from './parts.ts';

const FETCH = fileURLToPath(new URL('../server/fetch-engine.mjs', import.meta.url));

/**
 * Returns the absolute path of the engine as published, under its own name; downloads it the first time.
 * @throws Failure with Maven's error
 */
export async function obtainEngine(): Promise<string> {
  const { name, version } = await enginePart();
  const file = localPath(`${name}-${version}.jar`);
  await awaitProcess('LINKGATE_FETCHING');
  if (existsSync(file)) return file;
  const { code, tail } = await runChild({
    command: process.execPath,
    args: [FETCH, file],
    output: () => {},
  });
  if (code !== 0) throw new Failure(`Maven couldn't download ${path.basename(file)}: ${tail.at(-1)}`);
  return file;
}
