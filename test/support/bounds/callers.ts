/** Requests that each come from another address, as a proxy names it: the nodes trust the one on this machine. */
import { expect } from 'vitest';
import { connectTo } from '../raw-connection.ts';
import { each, type Load } from './load.ts';

/** Requests on one connection, one right behind the other. */
const ON_A_CONNECTION = 500;
const CONNECTIONS_AT_ONCE = 8;
const COUNTED = /^HTTP\/1\.1 404 [\s\S]*^RateLimit-Limit: /im;
const REJECTED = /^HTTP\/1\.1 429 [\s\S]*^Retry-After: \d/im;

/** The address of that number, from 1 on: any two differ, and neighbours are in different networks. */
function addressOf(number: number): string {
  const bits = Math.imul(number, 2_654_435_761) >>> 0;
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}

/** Polls of no tab, which count as general requests and cost the server little else; whoever comes too late is rejected, and told when to come back. */
export const callers: Load = async (count, { realm }, until) => {
  const url = `${realm.baseUrl}/sign-in-state`;
  let counted = 0;
  let rejected = 0;
  await each(
    Math.ceil(count / ON_A_CONNECTION),
    async (batch) => {
      const first = batch * ON_A_CONNECTION;
      const length = Math.min(ON_A_CONNECTION, count - first);
      const connection = await connectTo(url);
      for (let i = 1; i <= length; i += 1)
        connection.send(requestOf(url, addressOf(first + i), i === length ? 'close' : 'keep-alive'));
      const text = await connection.closed();
      const answers = text.split(/(?=HTTP\/1\.1 \d{3} )/);
      expect(answers).toHaveLength(length);
      expect(answers.find((answer) => !COUNTED.test(answer) && !REJECTED.test(answer))).toBeUndefined();
      counted += answers.filter((answer) => COUNTED.test(answer)).length;
      rejected += answers.filter((answer) => REJECTED.test(answer)).length;
    },
    { atOnce: CONNECTIONS_AT_ONCE, until },
  );
  console.log(`${counted} callers were counted and served, ${rejected} were rejected`);
  return { count: counted + rejected, end: async () => {} };
};

function requestOf(url: string, address: string, connection: string): string {
  const { host, pathname } = new URL(url);
  const lines = [`Host: ${host}`, `X-Forwarded-For: ${address}`, `Connection: ${connection}`];
  return `GET ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}
