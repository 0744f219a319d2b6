/** The conformance suite's REST API, as far as needed for running plans. */
import { Failure } from '../failure.ts';

/** A module of a plan, with what was chosen for it. */
export interface PlannedModule {
  testModule: string;
  variant?: Readonly<Record<string, string>>;
}

/** A line of a module's log. */
export interface LogEntry {
  /** `SUCCESS`, `WARNING`, `REVIEW`, `FAILURE`, …; lines that check nothing have none. */
  result?: string;
  /** The condition that was looked at, by the name of its class. */
  src: string;
  msg: string;
  /** The name of a place that wants a picture; with `img` it has one. */
  upload?: string;
  img?: string;
}

/** A page that the user has to open. */
export interface ToOpen {
  url: string;
  method: 'GET' | 'POST';
}

/** Where a module is, and once it has ended what it found. */
export interface ModuleState {
  /** `WAITING` for the user or the server, `FINISHED`, `INTERRUPTED`, or on its way. */
  status: string;
  /** `PASSED`, `WARNING`, `REVIEW`, `SKIPPED` or `FAILED`. */
  result?: string;
}

/** A running suite. */
export class Suite {
  readonly url: string;

  /** @param url its base URL, without a slash at its end */
  constructor(url: string) {
    this.url = url;
  }

  async version(): Promise<string> {
    return (await this.#call<{ version: string }>('GET', 'server')).version;
  }

  async createPlan(
    planName: string,
    variant: Readonly<Record<string, string>>,
    configuration: object,
  ): Promise<{ id: string; modules: readonly PlannedModule[] }> {
    const query = new URLSearchParams({ planName, variant: JSON.stringify(variant) });
    return await this.#call('POST', `plan?${query}`, JSON.stringify(configuration));
  }

  /** Starts a module; the result is its identifier. A module that still runs under the same alias ends. */
  async begin(plan: string, { testModule, variant }: PlannedModule): Promise<string> {
    const query = new URLSearchParams({ plan, test: testModule });
    if (variant !== undefined) query.set('variant', JSON.stringify(variant));
    return (await this.#call<{ id: string }>('POST', `runner?${query}`)).id;
  }

  async state(id: string): Promise<ModuleState> {
    return await this.#call('GET', `info/${id}`);
  }

  /** What the user has to open, and hasn't yet. */
  async toOpen(id: string): Promise<ToOpen[]> {
    const { browser } = await this.#call<{
      browser: { urlsWithMethod: readonly ToOpen[]; visited: readonly string[] };
    }>('GET', `runner/${id}`);
    return browser.urlsWithMethod.filter(({ url }) => !browser.visited.includes(url));
  }

  async opened(id: string, url: string): Promise<void> {
    await this.#call('POST', `runner/browser/${id}/visit?${new URLSearchParams({ url })}`);
  }

  async log(id: string): Promise<LogEntry[]> {
    return await this.#call('GET', `log/${id}`);
  }

  /** Puts a picture where the log wants one. */
  async addPicture(id: string, upload: string, png: Buffer): Promise<void> {
    const picture = `data:image/png;base64,${png.toString('base64')}`;
    await this.#call('POST', `log/${id}/images/${upload}`, picture, 'text/plain');
  }

  async end(id: string): Promise<void> {
    await this.#call('DELETE', `runner/${id}`);
  }

  async #call<T>(method: string, path: string, body?: string, contentType = 'application/json'): Promise<T> {
    const url = `${this.url}/api/${path}`;
    const init = body === undefined ? { method } : { method, body, headers: { 'content-type': contentType } };
    const response = await fetch(url, init).catch((error: Error) => {
      throw new Failure(`${this.url} doesn't answer: ${String(error.cause ?? error)}`);
    });
    const text = await response.text();
    if (!response.ok) throw new Failure(`${method} ${url}: ${response.status} ${text.slice(0, 400)}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}
