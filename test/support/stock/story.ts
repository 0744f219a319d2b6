/** Requests that belong together, in their order: later ones use what earlier ones returned, and cookies as browsers do. */
import { createHmac } from 'node:crypto';
import { oneTimePassword } from '../level-flow.ts';
import { ADOPTED_REALM } from './adopted-realm.ts';
import { exchange, headerValues, type WireResponse } from './exchange.ts';

/** Takes a value out of a response; undefined where it isn't there. */
export type Capture = (response: WireResponse) => string | undefined;

/**
 * A request. Texts may name values in braces: captured ones, and those of `builtIn`. A path that begins with `~` is below the realm, any other
 * below the server; a captured URL is a path, too.
 */
export interface Row {
  name: string;
  /** What both servers respond: a request that fails for another reason than it says proves nothing. */
  status: number;
  path: string;
  /** By default POST with a body, else GET. */
  method?: string;
  headers?: Readonly<Record<string, string>>;
  form?: Readonly<Record<string, string>>;
  json?: unknown;
  body?: string;
  chunked?: boolean;
  /** Whose cookies are sent and kept; none by default. */
  browser?: string;
  capture?: Readonly<Record<string, Capture>>;
}

/** Rows that run in their order, with cookies and captured values of their own. */
export interface Story {
  title: string;
  rows: readonly Row[];
}

/** A server with the realm. */
export interface Server {
  url: string;
  /** Of what it sends to. */
  ports: readonly number[];
  /** What it has sent so far. */
  emails: readonly string[];
}

/** A row's response. */
export interface Told {
  row: Row;
  response: WireResponse;
}

/** A parameter of the URL that the response redirects to, in its query or its fragment. */
export const redirected =
  (name: string): Capture =>
  (response) => {
    const [location = ''] = headerValues(response, 'location');
    return new URLSearchParams(location.split(/[?#]/).slice(1).join('&')).get(name) ?? undefined;
  };

/** The URL that the response redirects to. */
export const location: Capture = (response) => headerValues(response, 'location')[0];

/** A member of the JSON body; a path with dots leads into it. */
export const member =
  (path: string): Capture =>
  ({ body }) => {
    const found = path
      .split('.')
      .reduce(
        (value: unknown, key) => (value as Record<string, unknown> | undefined)?.[key],
        JSON.parse(body),
      );
    return found === undefined ? undefined : String(found);
  };

/** The first group of a pattern in the body, with HTML's entity decoded. */
export const matched =
  (pattern: RegExp): Capture =>
  ({ body }) =>
    pattern.exec(body)?.[1]?.replaceAll('&amp;', '&');

/** Where the page's form is posted to. */
export const formAction: Capture = matched(/<form[^>]* action="([^"]+)"/);

/** What a client signs with its secret to authenticate (RFC 7523). */
function assertion(clientId: string, secret: string, audience: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: audience,
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + 60,
  };
  const signed = `${part({ alg: 'HS256' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** An email with the lines of its parts joined and their signs decoded (RFC 2045, section 6.7). */
export function decodedEmail(message: string): string {
  return message
    .split(/^(?=------=_Part)/m)
    .map((part) => (/^content-transfer-encoding: quoted-printable/im.test(part) ? unquoted(part) : part))
    .join('');
}

function unquoted(part: string): string {
  return part
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function builtIn({ url: serverUrl, emails }: Server): Record<string, () => string> {
  const realm = `${serverUrl}/realms/${ADOPTED_REALM}`;
  return {
    server: () => serverUrl,
    realm: () => realm,
    emailLink: () => /https?:\/\/\S+\/action-token\S+/.exec(decodedEmail(emails.at(-1) ?? ''))?.[0] ?? '',
    totpOfOtto: () => oneTimePassword('otto-otp-secret-20'),
    assertion: () => assertion('asserting', 'asserting-secret-of-32-characters', realm),
  };
}

/** Runs a story on a server. */
export async function tell(story: Story, server: Server): Promise<Told[]> {
  const { url: serverUrl } = server;
  const values: Record<string, () => string> = builtIn(server);
  const jars = new Map<string, Map<string, string>>();
  const told: Told[] = [];
  for (const row of story.rows) {
    const fill = (text: string) =>
      text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name]?.() ?? whole);
    const filled = (record: Readonly<Record<string, string>> = {}) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [name, fill(value)]));
    const target = fill(row.path.replace(/^~/, `/realms/${ADOPTED_REALM}`)).replace(serverUrl, '');
    const jar = jars.get(row.browser ?? '') ?? new Map<string, string>();
    if (row.browser !== undefined) jars.set(row.browser, jar);
    const { type, body } = bodyOf(row, fill);
    const response = await exchange(serverUrl, {
      method: row.method ?? (body === undefined ? 'GET' : 'POST'),
      target: target.split('#')[0] ?? '',
      headers: {
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(jar.size === 0 ? {} : { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...filled(row.headers),
      },
      body,
      chunked: row.chunked,
    });
    if (row.browser !== undefined) keepCookies(jar, response);
    told.push({ row, response });
    for (const [name, capture] of Object.entries(row.capture ?? {})) {
      const value = capture(response);
      if (value === undefined)
        throw new Error(
          `${row.name}: no ${name} in ${response.status}; before it ${told.map((one) => `${one.response.status} ${location(one.response) ?? ''}`).join(', ')}: ${response.body}`,
        );
      values[name] = () => value;
    }
  }
  return told;
}

function bodyOf({ form, json, body }: Row, fill: (text: string) => string) {
  if (form !== undefined) {
    const fields = Object.entries(form).map(([name, value]): [string, string] => [name, fill(value)]);
    return { type: 'application/x-www-form-urlencoded', body: String(new URLSearchParams(fields)) };
  }
  if (json !== undefined) return { type: 'application/json', body: fill(JSON.stringify(json)) };
  return { type: undefined, body: body === undefined ? undefined : fill(body) };
}

/** All paths share them: these rows never leave the realm with the same browser. */
function keepCookies(jar: Map<string, string>, response: WireResponse): void {
  for (const line of headerValues(response, 'set-cookie')) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0(;|$)/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
}
