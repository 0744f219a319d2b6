/** Sends one request and returns the raw response: follows no redirects, adds and hides no headers. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface WireRequest {
  method: string;
  /** The request target: path and query. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  /** Sends the body in chunks, without a length. */
  chunked?: boolean | undefined;
}

export interface WireResponse {
  status: number;
  /** Original spelling and order. */
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
}

/** Sends a request to the server of a URL. */
export async function exchange(serverUrl: string, sent: WireRequest): Promise<WireResponse> {
  const { hostname, port } = new URL(serverUrl);
  const { method, target, headers, body, chunked = false } = sent;
  const length = body === undefined || chunked ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  // A separate connection, without `Connection: close`: the server decides whether to close it.
  const agent = new Agent({ keepAlive: true });
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request({
        agent,
        hostname,
        port,
        method,
        path: target,
        headers: { ...headers, ...length },
      });
      outgoing.on('response', resolve).on('error', reject);
      if (chunked) outgoing.setHeader('transfer-encoding', 'chunked');
      outgoing.end(body);
    });
    const { rawHeaders, statusCode = 0 } = response;
    return {
      status: statusCode,
      headers: Array.from({ length: rawHeaders.length / 2 }, (_, i) => [
        rawHeaders[2 * i] ?? '',
        rawHeaders[2 * i + 1] ?? '',
      ]),
      body: await text(response),
    };
  } catch (error) {
    // A missing response is compared as well.
    return { status: 0, headers: [], body: String(error) };
  } finally {
    agent.destroy();
  }
}

/** All values of a header, by its lower-case name. */
export function headerValues({ headers }: WireResponse, wanted: string): string[] {
  return headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
}
