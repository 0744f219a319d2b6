/** The host's requests to email services: bounded in time and size, following nothing, and telling whether the email was begun. */
import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { ROOT } from '../../../scripts/build/root.ts';
import { obtainDistribution } from '../../../scripts/server/distribution.ts';
import { freePort } from '../../../scripts/server/ports.ts';

const run = promisify(execFile);

const PROBE = path.join(ROOT, 'test', 'host', 'MailRequestProbe.java');
const MAX_MILLIS = 1_800_000;
/** What one may read of a response, and one more. */
const TOO_LONG = 16_385;

const requested: {
  path: string;
  body: string;
  headers: IncomingMessage['headers'];
  port: number | undefined;
}[] = [];
/** Whether the request has arrived that its caller ends. */
let isWaiting = false;

function respond(request: IncomingMessage, response: ServerResponse, body: string): void {
  const { url = '' } = request;
  if (url === '/waiting') return void response.writeHead(isWaiting ? 200 : 404).end();
  requested.push({ path: url, body, headers: request.headers, port: request.socket.remotePort });
  if (url === '/redirected') response.writeHead(302, { location: '/followed' }).end();
  else if (url === '/large') response.end('a'.repeat(TOO_LONG));
  else if (url === '/unauthorized')
    response.writeHead(401, { 'www-authenticate': 'Basic realm="a"' }).end('{}');
  else if (url === '/cookie') response.writeHead(202, { 'set-cookie': 'a=b', 'x-message-id': 'an-id' }).end();
  else if (url === '/reset') request.socket.destroy();
  else if (url === '/half') response.writeHead(200, { 'content-length': '100' }).write('{"id":');
  else if (url === '/ended') isWaiting = true;
  else if (url !== '/silent') response.end('{"id":1}');
}

describe('a request to an email service', () => {
  let service: Server;
  let seen: Record<string, string>;
  beforeAll(async () => {
    const [server, jar] = [await obtainDistribution(console.log), await buildPlugin({ log: console.log })];
    service = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += String(chunk);
      });
      request.on('end', () => respond(request, response, body));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const libraries = ['main', 'boot'].map((folder) => path.join(server, 'lib', 'lib', folder, '*'));
    const java = process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
    const classes = [jar, ...libraries].join(path.delimiter);
    const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const { stdout } = await run(java, ['-cp', classes, PROBE, origin, nobody]);
    seen = JSON.parse(stdout) as typeof seen;
  }, MAX_MILLIS);
  afterAll(() => {
    service?.closeAllConnections();
    service?.close();
  });

  const at = (url: string) => requested.filter((one) => one.path === `/${url}`);

  test('has the headers, the login and the body, and is read with its status', () => {
    expect(seen.accepted).toBe('200 {"id":1}   true');
    expect(at('accepted')).toHaveLength(1);
    expect(at('accepted')[0]).toMatchObject({
      body: '{"to":"ada"}',
      headers: {
        authorization: `Basic ${Buffer.from('api:secret').toString('base64')}`,
        'content-type': 'application/json',
        'x-postmark-server-token': 'secret',
      },
    });
    expect(at('accepted')[0]?.headers).not.toHaveProperty('accept-encoding');
  });

  test('reuses the connection of the one before', () => {
    expect(at('reused')[0]?.port).toBe(at('accepted')[0]?.port);
  });

  test('follows no redirect', () => {
    expect(seen.redirected).toMatch(/^302 /);
    expect(at('followed')).toEqual([]);
  });

  test('reads no more of a response than its bound', () => {
    expect(seen.large).toBe('200    true');
  });

  test('doesn’t repeat itself with another login', () => {
    expect(seen.unauthorized).toMatch(/^401 /);
    expect(at('unauthorized')).toHaveLength(1);
  });

  test('reads the ID from the header that the service names, and returns no cookie', () => {
    expect(seen.cookie).toBe('202  an-id  true');
    expect(requested.some(({ headers }) => headers.cookie !== undefined)).toBe(false);
  });

  test('waits no longer than its deadline, for a response or for its end', () => {
    expect(seen.silent).toMatch(/^0 {3}\w+ true$/);
    expect(seen.half).toMatch(/^200 {3}\w+ true$/);
  });

  test('is sent once, even if the connection ends', () => {
    expect(seen.reset).toMatch(/^0 {3}\w+ true$/);
    expect(at('reset')).toHaveLength(1);
  });

  test('that found no service has begun nothing', () => {
    expect(seen.nobody).toMatch(/^0 {3}\w*ConnectException false$/);
    expect(seen.unknown).toMatch(/^0 {3}UnknownHostException false$/);
  });

  test('that was given up before sends nothing', () => {
    expect(seen.given).toMatch(/^0 {3}\w+ false$/);
    expect(at('given').map(({ body }) => body)).toEqual([]);
  });

  test('that its caller ends is over at once', () => {
    expect(seen.ended).toBe('over true');
  });
});
