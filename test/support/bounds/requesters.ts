/** Users who request links repeatedly, in a separate thread, so that they don’t slow the token counting. */
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const MILLIS_PER_SECOND = 1000;

/** How they request links. */
export interface RequesterOptions {
  url: string;
  /** Fields of each request besides the address. */
  fields: Record<string, string>;
  count: number;
  /** Delay between the starts of two users. */
  betweenMillis: number;
}

/** A response; the user retries after `retrySeconds`. */
export interface RequesterResponse {
  status: number;
  retrySeconds: number;
}

const { url, fields, count, betweenMillis } = workerData as RequesterOptions;
const over = new AbortController();
let requests = 0;

async function user(number: number): Promise<void> {
  await pause(number * betweenMillis);
  while (!over.signal.aborted) {
    requests += 1;
    const email = `unheard-${Date.now().toString(36)}-${requests}@example.com`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, email }),
    });
    await response.arrayBuffer();
    const retrySeconds = Number(response.headers.get('retry-after'));
    const message: RequesterResponse = { status: response.status, retrySeconds };
    parentPort?.postMessage(message);
    await pause(retrySeconds * MILLIS_PER_SECOND);
  }
}

/** Waits, or stops early when the run is over. */
async function pause(millis: number): Promise<void> {
  await wait(millis, undefined, { signal: over.signal }).catch(() => {});
}

const users = Array.from({ length: count }, (_, number) => user(number));
parentPort?.once('message', async () => {
  over.abort();
  await Promise.all(users);
});
