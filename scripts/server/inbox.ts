/** Runs MailDev, the inbox that receives all emails of a sample installation. */

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../failure.ts';
import { startChild } from './child.ts';
import { localPath } from './local-folder.ts';
import { respondsWithin } from './responds-within.ts';

const PROGRAM = fileURLToPath(new URL('./inbox-program.ts', import.meta.url));
const READY_SECONDS = 120;

export interface Inbox {
  /** The page for users; the REST API is under `/api`. */
  url: string;
  close(): Promise<void>;
}

/**
 * Starts an empty inbox and returns once its API responds. Its emails are deleted when it is closed.
 * @throws Failure if it exits before (because a port is in use, for example), or doesn't respond within two minutes
 */
export async function startInbox({
  smtpPort,
  webPort,
}: {
  smtpPort: number;
  webPort: number;
}): Promise<Inbox> {
  const folder = localPath(`inbox-${webPort}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const logFile = join(folder, 'inbox.log');
  const child = startChild({
    command: process.execPath,
    args: [PROGRAM, String(smtpPort), String(webPort), folder],
    output: { file: logFile },
  });
  const exited = child.exited.then(() => false);
  const waiting = new AbortController();
  const healthy = respondsWithin(`http://127.0.0.1:${webPort}/api/healthz`, READY_SECONDS, waiting.signal);
  if (await Promise.race([exited, healthy])) return { url: `http://localhost:${webPort}`, close: child.stop };
  waiting.abort();
  await child.stop();
  throw new Failure(`The inbox didn't start on the ports ${smtpPort} and ${webPort} (its log: ${logFile}).`);
}
