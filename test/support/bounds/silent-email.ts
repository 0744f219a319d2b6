/** Users who request links while the mail server accepts connections but never responds. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, vi } from 'vitest';
import { setMailServer } from '../admin.ts';
import { startSmtpStub } from '../smtp-stub.ts';
import type { Load } from './load.ts';
import type { RequesterOptions, RequesterResponse } from './requesters.ts';

const MILLIS_BETWEEN = 40;
const PATIENCE_MILLIS = 60_000;

/** Each user retries when the response says so. */
export const silentEmail: Load = async (count, { realm, client }) => {
  const emails = await startSmtpStub({ CONNECT: () => new Promise(() => {}) });
  const restore = await setMailServer({ port: String(emails.port) }, realm.name);
  const { client_id, redirect_uri } = client;
  const workerData: RequesterOptions = {
    url: `${realm.baseUrl}/request-magic-link`,
    fields: { client_id, redirect_uri },
    count,
    betweenMillis: MILLIS_BETWEEN,
  };
  const requesters = new Worker(new URL('./requesters.ts', import.meta.url), { workerData });
  const received: RequesterResponse[] = [];
  requesters.on('message', (response: RequesterResponse) => received.push(response));
  const ended = once(requesters, 'exit');
  await wait(count * MILLIS_BETWEEN);
  await vi.waitUntil(() => emails.open() > 0, { timeout: PATIENCE_MILLIS });
  return {
    count,
    end: async () => {
      requesters.postMessage('end');
      await ended;
      expect(received.length).toBeGreaterThan(0);
      expect(received.filter(({ status, retrySeconds }) => status !== 503 || !(retrySeconds > 0))).toEqual(
        [],
      );
      await restore();
      emails.close();
    },
  };
};
