/** Requests that each come from a different address, by a proxy's header: nodes trust the proxy on this machine. */
import { expect } from 'vitest';
import { connectTo } from '../raw-connection.ts';
import { each, type Load } from './load.ts';

/** Pipelined requests on one connection. */
const ON_A_CONNECTION = 500;
const CONNECTIONS_AT_ONCE = 8;
const COUNTED = /^HTTP\/1\.1 404 [\s\S]*^RateLimit-Limit: /im;
const REJECTED = /^HTTP\/1\.1 429 [\s\S]*^Retry-After: \d/im;

/** The address with this number, from 1 on: all differ, and consecutive ones are in different networks. */
function addressOf(number: number): string {
  const bits = Math.imul(number, 2_654_435_761) >>> 0;
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}

/**
 * Polls without a tab, which count as general requests and cost the server little else; beyond the limit they are rejected with
 * `Retry-After`.
 */
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
      const responses = text.split(/(?=HTTP\/1\.1 \d{3} )/);
      expect(responses).toHaveLength(length);
      expect(
        responses.find((response) => !COUNTED.test(response) && !REJECTED.test(response)),
      ).toBeUndefined();
      counted += responses.filter((response) => COUNTED.test(response)).length;
      rejected += responses.filter((response) => REJECTED.test(response)).length;
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
