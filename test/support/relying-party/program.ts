/** Starts an application as a separate program, and waits until it responds. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { startChild } from '../../../scripts/server/child.ts';
import { respondsWithin } from '../../../scripts/server/responds-within.ts';
import { explainByLog } from '../../../scripts/server/server-log.ts';
import { partPath } from '../part.ts';
import type { Running } from './relying-party.ts';

const READY_SECONDS = 120;

/**
 * Starts the program and waits until it responds at `/signed-out`.
 *
 * @throws Failure with the end of its output if it doesn't respond within two minutes
 */
export async function startProgram({
  command,
  args = [],
  env = {},
  url,
  name,
}: {
  command: string;
  args?: readonly string[];
  env?: Record<string, string>;
  url: string;
  name: string;
}): Promise<Running> {
  const log = partPath('relying-parties', `${name}.log`);
  await mkdir(path.dirname(log), { recursive: true });
  const child = startChild({ command, args, env: { ...process.env, ...env }, output: { file: log } });
  if (await respondsWithin(`${url}/signed-out`, READY_SECONDS)) return { url, stop: child.stop };
  await child.stop();
  throw await explainByLog(`${name} didn't start`, log);
}
