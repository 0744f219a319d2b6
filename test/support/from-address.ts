/** Requests from another address of this machine than the tests' own: every 127.x.y.z is one. */
import { randomInt } from 'node:crypto';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';

/** A response with its body read. */
export interface ResponseFrom {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** What to send. */
export interface RequestFrom {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
}

/** One request from `address`; redirects aren't followed. */
export async function requestFrom(
  address: string,
  url: string,
  { method = 'GET', headers = {}, body }: RequestFrom = {},
): Promise<ResponseFrom> {
  const { protocol, host, port, pathname, search } = new URL(url);
  const request = protocol === 'https:' ? requestSecure : requestPlain;
  return await new Promise((resolve, reject) => {
    const options = { localAddress: address, host: '127.0.0.1', port, method, path: `${pathname}${search}` };
    const sending = request({ ...options, headers: { host, ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        }),
      );
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

/** `fetch` from another address, as far as a browser without scripts needs it. */
export function fetchFrom(address: string): typeof fetch {
  return async (url, init = {}) => {
    const { method = 'GET', body } = init;
    const form = body instanceof URLSearchParams;
    const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    const response = await requestFrom(address, String(url), {
      method,
      headers: { ...type, ...(init.headers as Record<string, string>) },
      ...(form ? { body: body.toString() } : {}),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      for (const one of [value ?? []].flat()) headers.append(name, one);
    }
    return new Response(response.text === '' ? null : response.text, { status: response.status, headers });
  };
}

/** An address that no other test has called from: one of sixteen million. */
export function newCaller(): string {
  return `127.${randomInt(1, 256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
