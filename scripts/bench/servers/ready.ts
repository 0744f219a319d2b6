/** Measures when a server is ready, more precisely than `startNode`. */
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MILLIS = 20;

/** Polls until the server is ready. `stop` ends the polling. */
export function untilReady(managementUrl: string): { millis: Promise<number>; stop: () => void } {
  const startedAt = performance.now();
  let stopped = false;
  const poll = async () => {
    while (!stopped) {
      const response = await fetch(`${managementUrl}/health/ready`).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.ok) break;
      await wait(POLL_MILLIS);
    }
    return performance.now() - startedAt;
  };
  return {
    millis: poll(),
    stop: () => {
      stopped = true;
    },
  };
}
