/** Processes that this one knows by their IDs only. */
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MILLISECONDS = 200;

/** Waits for a process that `run.mjs` started and named in an environment variable; once, since another may get the ID later. */
export async function awaitProcess(variable: 'LINKGATE_UNPACKING' | 'LINKGATE_RESOLVING'): Promise<void> {
  const processId = Number(process.env[variable]);
  while (isRunning(processId)) await wait(LOOK_MILLISECONDS);
  delete process.env[variable];
}

/** Whether a process that left its id in a file or a name still runs. */
export function isRunning(processId: number): boolean {
  if (!Number.isInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
