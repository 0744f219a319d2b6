/** When a server is ready, more exactly than `startNode` needs to know it. */
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MILLIS = 20;

/** Starts polling. */
export function untilReady(managementUrl: string): { millis: Promise<number>; giveUp: () => void } {
  const startedAt = performance.now();
  let given = false;
  const ask = async () => {
    while (!given) {
      const response = await fetch(`${managementUrl}/health/ready`).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.ok) break;
      await wait(POLL_MILLIS);
    }
    return performance.now() - startedAt;
  };
  return {
    millis: ask(),
    giveUp: () => {
      given = true;
    },
  };
}
