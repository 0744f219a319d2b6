/** The conformance suite's REST API, as far as needed for running plans. */
import { Failure } from '../failure.ts';

/** A module of a plan, with its variant. */
export interface PlannedModule {
  testModule: string;
  variant?: Readonly<Record<string, string>>;
}

/** A line of a module's log. */
export interface LogEntry {
  /** `SUCCESS`, `WARNING`, `REVIEW`, `FAILURE`, …; lines that check nothing have none. */
  result?: string;
  /** The name of the condition's class. */
  src: string;
  msg: string;
  /** The name of a required screenshot; with `img` it was uploaded. */
  upload?: string;
  img?: string;
}

/** A page that the user has to open. */
export interface PageToOpen {
  url: string;
  method: 'GET' | 'POST';
}

/** A module's status, and its result once it has finished. */
export interface ModuleState {
  /** `WAITING` for the user or the server, `FINISHED`, `INTERRUPTED`, or still running. */
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

  /** Starts a module and returns its identifier; stops a module that still runs under the same alias. */
  async start(plan: string, { testModule, variant }: PlannedModule): Promise<string> {
    const query = new URLSearchParams({ plan, test: testModule });
    if (variant !== undefined) query.set('variant', JSON.stringify(variant));
    return (await this.#call<{ id: string }>('POST', `runner?${query}`)).id;
  }

  async state(id: string): Promise<ModuleState> {
    return await this.#call('GET', `info/${id}`);
  }

  /** The pages that the user has to open and hasn't opened yet. */
  async pagesToOpen(id: string): Promise<PageToOpen[]> {
    const { browser } = await this.#call<{
      browser: { urlsWithMethod: readonly PageToOpen[]; visited: readonly string[] };
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
      throw new Failure(`${this.url} doesn't respond: ${String(error.cause ?? error)}`);
    });
    const text = await response.text();
    if (!response.ok) throw new Failure(`${method} ${url}: ${response.status} ${text.slice(0, 400)}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}
