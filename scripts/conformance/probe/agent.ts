/** A minimal user agent: stores cookies, follows redirects one by one, submits the forms of pages. */

/** A response with its body read. */
export interface Page {
  url: string;
  status: number;
  headers: Headers;
  text: string;
}

/** The maximum number of consecutive redirects. */
const MAX_REDIRECTS = 10;

/** A browser without scripts: one cookie jar for one site. */
export class Agent {
  readonly #cookies = new Map<string, string>();
  readonly #headers: Record<string, string>;
  /** The server that requests are sent to, whatever the URL's host: one of several behind one name. */
  server: string | undefined;
  readonly #send: typeof fetch;

  /** Sends `headers` with every request, by `send`. */
  constructor(
    headers: Record<string, string> = { accept: 'text/html' },
    server?: string,
    send: typeof fetch = fetch,
  ) {
    this.#headers = headers;
    this.server = server;
    this.#send = send;
  }

  /** A browser with another one's cookies. */
  static withCookies(cookies: Readonly<Record<string, string>>): Agent {
    const agent = new Agent();
    for (const [name, value] of Object.entries(cookies)) agent.setCookie(name, value);
    return agent;
  }

  /** Sends one request; doesn't follow redirects. */
  async request(url: string, init: RequestInit = {}): Promise<Page> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      ...this.#headers,
      ...(cookie ? { cookie } : {}),
      ...(init.headers as Record<string, string>),
    };
    const { origin, href } = new URL(url);
    const target = this.server === undefined ? url : this.server + href.slice(origin.length);
    const response = await this.#send(target, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line);
    return { url, status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Opens a URL and follows redirects until a page or another site. */
  async open(url: string, init: RequestInit = {}): Promise<Page> {
    let page = await this.request(url, init);
    for (let i = 0; i < MAX_REDIRECTS && page.status >= 300 && page.status < 400; i++) {
      const next = new URL(page.headers.get('location') ?? '', page.url);
      if (next.origin !== new URL(url).origin) return page;
      page = await this.request(next.href);
    }
    return page;
  }

  /** Submits the page's form that has these fields, with its hidden fields, and its button if it has only one. */
  async submit(page: Pick<Page, 'url' | 'text'>, fields: Record<string, string>): Promise<Page> {
    const { action, own } = formOf(page.text, Object.keys(fields));
    return await this.open(new URL(action, page.url).href, {
      method: 'POST',
      body: new URLSearchParams({ ...own, ...fields }),
    });
  }

  /** All cookies by name. */
  get cookies(): Record<string, string> {
    return Object.fromEntries(this.#cookies);
  }

  /** The value of a cookie, if there is one. */
  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** Adds a cookie, as an attacker could. */
  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  #storeCookie(line: string): void {
    const [pair = ''] = line.split(';');
    const [name = '', ...value] = pair.split('=');
    if (/;\s*max-age=0/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value.join('='));
  }
}

/** The form's action, and the fields that it sends when its only button is pressed. */
function formOf(html: string, fields: readonly string[]): { action: string; own: Record<string, string> } {
  for (const [form] of html.matchAll(/<form[\s\S]*?<\/form>/g)) {
    if (!fields.every((field) => form.includes(`name="${field}"`))) continue;
    const hidden = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)];
    // Some of Keycloak's pages submit by an input instead of a button.
    const buttons = /<input[^>]*type="submit"/.test(form) ? [] : [...form.matchAll(/<button[^>]*>/g)];
    const own: Record<string, string> = {};
    for (const [tag] of [...hidden, ...(buttons.length === 1 ? buttons : [])])
      if (attribute(tag, 'name') !== '') own[attribute(tag, 'name')] = attribute(tag, 'value');
    return { action: attribute(form, 'action'), own };
  }
  throw new Error(`no form with ${fields.join(', ')} in: ${html.replace(/\s+/g, ' ').slice(0, 2000)}`);
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  return value.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
}
