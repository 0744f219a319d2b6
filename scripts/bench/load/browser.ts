/** A browser for the load: stores cookies and follows redirects within the server. */
import { Failure } from '../../failure.ts';
import type { BufferedResponse, Connections, RequestOptions } from './http.ts';

const MAX_REDIRECTS = 6;

/** One user's browser on one server, with a new cookie jar. */
export class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #connections: Connections;
  readonly #origin: string;
  readonly #headers: Record<string, string>;

  /** @param headers sent with every request */
  constructor(connections: Connections, origin: string, headers: Record<string, string>) {
    this.#connections = connections;
    this.#origin = origin;
    this.#headers = { accept: 'text/html', ...headers };
  }

  /**
   * Opens an address of the server and follows redirects until a page (returns the response) or another server (returns the
   * address).
   */
  async open(method: string, url: string, options: RequestOptions = {}): Promise<BufferedResponse | URL> {
    let response = await this.#request(method, this.#path(url), options);
    for (let i = 0; i < MAX_REDIRECTS; i += 1) {
      if (response.status < 300 || response.status >= 400) return response;
      const next = response.headers.location ?? '';
      if (!next.startsWith(`${this.#origin}/`)) return new URL(next);
      response = await this.#request('GET', this.#path(next), {});
    }
    throw new Failure(`more than ${MAX_REDIRECTS} redirects`);
  }

  #path(url: string): string {
    return url.startsWith(this.#origin) ? url.slice(this.#origin.length) : url;
  }

  async #request(method: string, path: string, { headers, body }: RequestOptions): Promise<BufferedResponse> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#connections.send(method, path, {
      headers: { ...this.#headers, ...(cookie ? { cookie } : {}), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of response.headers['set-cookie'] ?? []) {
      const pair = line.slice(0, line.indexOf(';'));
      const separator = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, separator), pair.slice(separator + 1));
    }
    return response;
  }
}

/**
 * The action of the page's form.
 * @throws Failure when it has none
 */
export function formAction({ text, status }: BufferedResponse): string {
  const action = /<form[^>]*\saction="([^"]+)"/.exec(text)?.[1];
  if (action === undefined) throw new Failure(`no form on a page with status ${status}`);
  return action.replaceAll('&amp;', '&');
}
