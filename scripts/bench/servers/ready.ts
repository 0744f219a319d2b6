/** When a server is ready, more exactly than `startNode` needs to know it. */
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MILLIS = 20;

/** Starts polling. */
export function untilReady(managementUrl: string): { millis: Promise<number>; giveUp: () => void } {
  const began = performance.now();
  let given = false;
  const ask = async () => {
    while (!given) {
      const answer = await fetch(`${managementUrl}/health/ready`).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.ok) break;
      await wait(POLL_MILLIS);
    }
    return performance.now() - began;
  };
  return {
    millis: ask(),
    giveUp: () => {
      given = true;
    },
  };
}
