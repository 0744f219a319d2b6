/** Senders of endless bodies: a closed sender reconnects for as long as the load is held. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import { DECLARATIONS } from '../../../provider-scripts/src/declarations.ts';
import { postHead } from '../raw-connection.ts';
import type { Load } from './load.ts';
import type { SenderOptions, SenderReport } from './senders.ts';

const { bodiesAtOnce, bodyMillis } = DECLARATIONS.runtime;
/** A length larger than any body sent. */
const BODY_BYTES = 500;
const POLL_MILLIS = 20;

export const slowSenders: Load = async (count, { realm }) => {
  const url = `${realm.baseUrl}/token`;
  const places = Math.min(count, bodiesAtOnce);
  const workerData: SenderOptions = {
    port: Number(new URL(url).port),
    text: `${postHead(url, { 'Content-Length': BODY_BYTES })}grant_type=`,
    count,
    // From then on, new senders replace those closed for being too slow.
    beginMillis: (bodyMillis * count) / places,
    awayMillis: bodyMillis,
  };
  const senders = new Worker(new URL('./senders.ts', import.meta.url), { workerData });
  const responses: string[] = [];
  let open: number | undefined;
  senders.on('message', (message: SenderReport) => {
    if ('response' in message) responses.push(message.response);
    else open = message.open;
  });
  const ended = once(senders, 'exit').then(() => {
    if (open === undefined) throw new Error('the senders ended by themselves');
  });
  while (responses.length < count - places) await Promise.race([wait(POLL_MILLIS), ended]);
  return {
    count,
    end: async () => {
      senders.postMessage('end');
      await ended;
      expect(open).toBeGreaterThan(places / 2);
      const dropped = responses.filter((response) => response.startsWith('HTTP/1.1 503 '));
      const wereTooSlow = responses.filter((response) => response.startsWith('HTTP/1.1 408 '));
      expect(dropped.length + wereTooSlow.length).toBe(responses.length);
      for (const response of dropped) expect(response).toMatch(/^Retry-After: \d/im);
    },
  };
};
