/** Sends a fuzzed request unchanged; `fetch` would reject or normalise it. */
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { inject } from 'vitest';
import { PATIENCE_MILLIS } from '../../support/patience.ts';
import type { FuzzRequest, Pairs } from './endpoints.ts';

/** The response with its body read. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Far above the size of any valid response: the oracle checks that. */
const MAX_HEADER_BYTES = 1_000_000;
const connections = new Agent({ keepAlive: true });

/** One request; redirects aren't followed. */
export async function send(request: FuzzRequest): Promise<Answer> {
  const { hostname, port } = new URL(inject('site').serverUrl);
  const body = bodyOf(request);
  const query = request.query.length > 0 ? `?${encode(request.query)}` : '';
  return await new Promise<Answer>((resolve, reject) => {
    const outgoing = httpRequest(
      {
        agent: connections,
        hostname,
        port,
        method: request.method,
        path: request.path + query,
        headers: {
          ...Object.fromEntries(request.headers),
          ...(body === null ? {} : { 'Content-Length': Buffer.byteLength(body) }),
        },
        timeout: PATIENCE_MILLIS,
        maxHeaderSize: MAX_HEADER_BYTES,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
        incoming.on('error', reject);
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no response in ${PATIENCE_MILLIS} ms`)));
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}

/** Values that already contain invalid percent-encodings are sent unchanged. */
export function encode(pairs: Pairs): string {
  const part = (text: string) => (/^%[0-9a-z]*/.test(text) ? text : encodeLoosely(text));
  return pairs.map(([name, value]) => `${part(name)}=${part(value)}`).join('&');
}

function encodeLoosely(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function bodyOf({ body, method }: FuzzRequest): string | null {
  if (body === null || method === 'GET' || method === 'HEAD') return null;
  return typeof body === 'string' ? body : encode(body);
}
