/** People who ask for links while the mail server takes connections and never says a word. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { setMailServer } from '../admin.ts';
import { newAddress } from '../mail.ts';
import { requestLink } from '../sign-in.ts';
import { startSmtpStub } from '../smtp-stub.ts';
import type { Load } from './load.ts';

const MILLIS_PER_SECOND = 1000;
/** They don't all come in the same moment. */
const MILLIS_BETWEEN = 40;
const PATIENCE_MILLIS = 60_000;

/** Each asks again when the answer says so. */
export const silentMail: Load = async (count, { realm, client }) => {
  const mails = await startSmtpStub({ CONNECT: () => new Promise(() => {}) });
  const putBack = await setMailServer({ port: String(mails.port) }, realm.name);
  const over = new AbortController();
  const told: { status: number; retrySeconds: number }[] = [];
  const { client_id, redirect_uri } = client;
  const person = async (number: number) => {
    await wait(number * MILLIS_BETWEEN);
    while (!over.signal.aborted) {
      const email = newAddress('unheard');
      const answer = await requestLink({ email, client_id, redirect_uri }, realm.baseUrl);
      await answer.arrayBuffer();
      const retrySeconds = Number(answer.headers.get('retry-after'));
      told.push({ status: answer.status, retrySeconds });
      await wait(retrySeconds * MILLIS_PER_SECOND, undefined, { signal: over.signal }).catch(() => {});
    }
  };
  const people = Array.from({ length: count }, (_, number) => person(number));
  await wait(count * MILLIS_BETWEEN);
  await vi.waitUntil(() => mails.open() > 0, { timeout: PATIENCE_MILLIS });
  return {
    count,
    end: async () => {
      over.abort();
      await Promise.all(people);
      expect(told.filter(({ status, retrySeconds }) => status !== 503 || !(retrySeconds > 0))).toEqual([]);
      await putBack();
      mails.close();
    },
  };
};
