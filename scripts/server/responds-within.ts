/** Waits for an HTTP server to be ready. */

import { setTimeout as wait } from 'node:timers/promises';

const POLL_MILLISECONDS = 250;
const RESPONSE_SECONDS = 10;

/** Whether the URL responds with success (2xx) before the timeout or the signal; polls four times a second. */
export async function respondsWithin(url: string, seconds: number, signal?: AbortSignal): Promise<boolean> {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end && !signal?.aborted) {
    const succeeds = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_SECONDS * 1000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (succeeds) return true;
    await wait(POLL_MILLISECONDS);
  }
  return false;
}
