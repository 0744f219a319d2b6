/** Processes that are known only by their IDs. */
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MILLISECONDS = 200;

/** Waits for a process that `run.mjs` started and whose ID is in an environment variable; once, since the ID may be reused. */
export async function awaitProcess(variable: 'LINKGATE_UNPACKING' | 'LINKGATE_FETCHING'): Promise<void> {
  const processId = Number(process.env[variable]);
  while (isRunning(processId)) await wait(POLL_MILLISECONDS);
  delete process.env[variable];
}

/** Whether a process with this ID is running. */
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
