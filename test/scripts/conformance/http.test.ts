/** Requests of the conformance check respect rate limits. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { retryingFetch } from '../../../scripts/conformance/probe/http.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

/** A server that first rejects `count` requests, with that reset. */
async function limited(rejections: number, resetSeconds: number): Promise<string> {
  let calls = 0;
  server = createServer((_, response) => {
    calls += 1;
    const status = calls <= rejections ? 429 : 200;
    response.writeHead(status, { 'RateLimit-Reset': String(resetSeconds) }).end(String(calls));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('a request that meets a limit', () => {
  test('is sent again after the reset, and the wait is reported', async () => {
    const url = await limited(1, 0);
    const lines: string[] = [];
    const response = await retryingFetch((line) => lines.push(line))(url);
    expect([response.status, await response.text()]).toEqual([200, '2']);
    expect(lines).toEqual(['the rate limit is used up: waiting 0 s…']);
  });

  test('fails immediately if the reset is an hour away', async () => {
    const url = await limited(1, 3600);
    await expect(retryingFetch()(url)).rejects.toThrow(
      'a rate limit is used up; it is available again in 3600 s',
    );
  });
});
