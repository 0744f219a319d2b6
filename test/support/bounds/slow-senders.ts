/** Senders of bodies that never end: whoever is ended comes again, for as long as the load is held. */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { DECLARATIONS } from '../../../provider-scripts/src/declarations.ts';
import { postHead } from '../raw-connection.ts';
import type { Load } from './load.ts';

const { bodiesAtOnce, bodyMillis } = DECLARATIONS.runtime;
/** More than the senders send. */
const BODY_BYTES = 500;
const POLL_MILLIS = 20;

export const slowSenders: Load = async (count, { realm }) => {
  const url = `${realm.baseUrl}/token`;
  const over = new AbortController();
  const answers: string[] = [];
  let open = 0;
  const pause = (millis: number) => wait(millis, undefined, { signal: over.signal }).catch(() => {});
  const sender = async (begins: number) => {
    await pause(begins);
    while (!over.signal.aborted) {
      open += 1;
      const answer = await sendSome(url, over.signal);
      open -= 1;
      if (over.signal.aborted) return;
      answers.push(answer);
      // Whoever had to make room stays away for as long as the others may take.
      if (isRoomMade(answer)) await pause(bodyMillis);
    }
  };
  // One after another, so that they also come again like that.
  const senders = Array.from({ length: count }, (_, number) => sender((bodyMillis * number) / count));
  const places = Math.min(count, bodiesAtOnce);
  while (answers.length < count - places) await wait(POLL_MILLIS);
  return {
    count,
    end: async () => {
      expect(open).toBeGreaterThan(places / 2);
      over.abort();
      await Promise.all(senders);
      for (const answer of answers)
        expect(answer).toMatch(isRoomMade(answer) ? /^Retry-After: \d/im : /^HTTP\/1\.1 408 /);
    },
  };
};

function isRoomMade(answer: string): boolean {
  return answer.startsWith('HTTP/1.1 503 ');
}

/** What the server says before it closes the connection. */
async function sendSome(url: string, signal: AbortSignal): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
  const give = () => socket.destroy();
  signal.addEventListener('abort', give, { once: true });
  let text = '';
  socket.on('data', (part) => {
    text += part.toString('latin1');
  });
  socket.write(`${postHead(url, { 'Content-Length': BODY_BYTES })}grant_type=`);
  await new Promise<void>((resolve) => {
    socket.on('error', give).on('close', () => resolve());
  });
  signal.removeEventListener('abort', give);
  return text;
}
