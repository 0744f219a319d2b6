/** Users who ask for links again and again, in a thread of their own: what they take isn't taken from whoever counts tokens. */
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const MILLIS_PER_SECOND = 1000;

/** How they ask. */
export interface RequesterOptions {
  url: string;
  /** What everybody sends beside an address. */
  fields: Record<string, string>;
  count: number;
  /** They don't all come in the same moment. */
  betweenMillis: number;
}

/** An answer as somebody was told it; they come again when it says. */
export interface RequesterResponse {
  status: number;
  retrySeconds: number;
}

const { url, fields, count, betweenMillis } = workerData as RequesterOptions;
const over = new AbortController();
let asked = 0;

async function user(number: number): Promise<void> {
  await pause(number * betweenMillis);
  while (!over.signal.aborted) {
    asked += 1;
    const email = `unheard-${Date.now().toString(36)}-${asked}@example.com`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, email }),
    });
    await answer.arrayBuffer();
    const retrySeconds = Number(answer.headers.get('retry-after'));
    const told: RequesterResponse = { status: answer.status, retrySeconds };
    parentPort?.postMessage(told);
    await pause(retrySeconds * MILLIS_PER_SECOND);
  }
}

/** Until then, or until all is over. */
async function pause(millis: number): Promise<void> {
  await wait(millis, undefined, { signal: over.signal }).catch(() => {});
}

const users = Array.from({ length: count }, (_, number) => user(number));
parentPort?.once('message', async () => {
  over.abort();
  await Promise.all(users);
});
