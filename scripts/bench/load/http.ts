/** An HTTP client with little overhead: persistent connections, no redirects, no cookies. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { Failure } from '../../failure.ts';

const TIMEOUT_MILLIS = 60_000;
const SHOWN_CHARACTERS = 300;
const SERVICE_UNAVAILABLE = 503;

/** A response with its body read. */
export interface BufferedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A request's headers and body. */
export interface RequestOptions {
  headers?: Record<string, string>;
  body?: string;
}

/** Connections to a server on this machine, or to the nodes of a cluster in turn. */
export class Connections {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #host: string;
  readonly #ports: readonly number[];
  #turn = 0;

  /** @param origins such as `http://localhost:8080`; the first is the public one */
  constructor(origins: readonly [string, ...string[]]) {
    this.#host = new URL(origins[0]).host;
    this.#ports = origins.map((origin) => Number(new URL(origin).port));
  }

  send(method: string, path: string, { headers = {}, body }: RequestOptions = {}): Promise<BufferedResponse> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      this.#turn = (this.#turn + 1) % this.#ports.length;
      const outgoing = request({
        agent: this.#agent,
        // An IP address avoids a name lookup for each request.
        host: '127.0.0.1',
        port: this.#ports[this.#turn],
        method,
        path,
        headers: { host: this.#host, ...headers, ...length },
        timeout: TIMEOUT_MILLIS,
      });
      outgoing.on('error', reject);
      outgoing.on('timeout', () =>
        outgoing.destroy(new Failure(`no response within ${TIMEOUT_MILLIS / 1000} s`)),
      );
      outgoing.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      outgoing.end(body);
    });
  }

  /** Closes idle connections; another request opens a new one. */
  close(): void {
    this.#agent.destroy();
  }
}

/** The server has no capacity for this request now (503). */
export class Rejected extends Failure {}

/**
 * Returns the response if it has that status.
 * @throws Rejected, or a Failure that shows the beginning of the response
 */
export function expectStatus(response: BufferedResponse, status: number, what: string): BufferedResponse {
  if (response.status === status) return response;
  const shown = response.text.replace(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS);
  const Kind = response.status === SERVICE_UNAVAILABLE ? Rejected : Failure;
  throw new Kind(`${what}: ${response.status} instead of ${status}: ${shown}`);
}

/** Headers and body of a form submission. */
export function formBody(fields: Readonly<Record<string, string>>): Required<RequestOptions> {
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
}
