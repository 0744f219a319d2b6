/** Scenarios: requests sent in order. Later ones use values from earlier responses, and cookies as browsers do. */
import { SignJWT } from 'jose';
import { oneTimePassword } from '../level-flow.ts';
import { ACME_REALM } from './acme-realm.ts';
import { exchange, headerValues, type WireResponse } from './exchange.ts';

const ASSERTION_SECONDS = 60;

/** Extracts a value from a response; undefined if it is missing. */
export type Capture = (response: WireResponse) => string | undefined;

/**
 * A request and its expected status. Texts may contain placeholders in braces, for captured values and those of `builtInValues`. A path that starts
 * with `~` is relative to the realm, any other to the server; a captured absolute URL is accepted as well.
 */
export interface ScenarioRequest {
  name: string;
  /** Expected from both servers: a request that fails for an unintended reason proves nothing. */
  status: number;
  path: string;
  /** Default: POST with a body, otherwise GET. */
  method?: string;
  headers?: Readonly<Record<string, string>>;
  form?: Readonly<Record<string, string>>;
  json?: unknown;
  body?: string;
  chunked?: boolean;
  /** Name of the browser whose cookies are sent and updated; none by default. */
  browser?: string;
  capture?: Readonly<Record<string, Capture>>;
}

/** Requests that run in order, with separate cookies and captured values. */
export interface Scenario {
  title: string;
  requests: readonly ScenarioRequest[];
}

/** A server with the realm. */
export interface Server {
  url: string;
  /** Ports of the servers that it sends emails and requests to. */
  ports: readonly number[];
  /** All emails that it has sent so far. */
  emails: readonly string[];
}

/** A request with its response. */
export interface Exchange {
  request: ScenarioRequest;
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

/** A member of the JSON body, by its dotted path. */
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

/** The first group of a pattern in the body, with the entity `&amp;` decoded. */
export const matched =
  (pattern: RegExp): Capture =>
  ({ body }) =>
    pattern.exec(body)?.[1]?.replaceAll('&amp;', '&');

/** The action of the page's form. */
export const formAction: Capture = matched(/<form[^>]* action="([^"]+)"/);

/** A client assertion signed with the client's secret (RFC 7523). */
async function clientAssertion(clientId: string, secret: string, audience: string): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  return await new SignJWT({
    iss: clientId,
    sub: clientId,
    aud: audience,
    jti: crypto.randomUUID(),
    iat: issuedAt,
    exp: issuedAt + ASSERTION_SECONDS,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret));
}

/** An email with its quoted-printable parts decoded (RFC 2045, section 6.7). */
export function decodedEmail(message: string): string {
  return message
    .split(/^(?=------=_Part)/m)
    .map((part) =>
      /^content-transfer-encoding: quoted-printable/im.test(part) ? decodeQuotedPrintable(part) : part,
    )
    .join('');
}

function decodeQuotedPrintable(part: string): string {
  return part
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Values that every request can use, as they are when it is sent. */
async function builtInValues({ url, emails }: Server): Promise<Record<string, string>> {
  const realm = `${url}/realms/${ACME_REALM}`;
  return {
    server: url,
    realm,
    emailLink: /https?:\/\/\S+\/action-token\S+/.exec(decodedEmail(emails.at(-1) ?? ''))?.[0] ?? '',
    totpOfOtto: oneTimePassword('otto-otp-secret-20'),
    assertion: await clientAssertion('asserting', 'asserting-secret-of-32-characters', realm),
  };
}

/** Sends a scenario's requests to a server, in order. */
export async function runScenario(scenario: Scenario, server: Server): Promise<Exchange[]> {
  const { url: serverUrl } = server;
  const captured: Record<string, string> = {};
  const jars = new Map<string, Map<string, string>>();
  const exchanges: Exchange[] = [];
  for (const request of scenario.requests) {
    const values = { ...(await builtInValues(server)), ...captured };
    const fill = (text: string) =>
      text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
    const filled = (record: Readonly<Record<string, string>> = {}) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [name, fill(value)]));
    const target = fill(request.path.replace(/^~/, `/realms/${ACME_REALM}`)).replace(serverUrl, '');
    const jar = jars.get(request.browser ?? '') ?? new Map<string, string>();
    if (request.browser !== undefined) jars.set(request.browser, jar);
    const { type, body } = bodyOf(request, fill);
    const response = await exchange(serverUrl, {
      method: request.method ?? (body === undefined ? 'GET' : 'POST'),
      target: target.split('#')[0] ?? '',
      headers: {
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(jar.size === 0 ? {} : { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...filled(request.headers),
      },
      body,
      chunked: request.chunked,
    });
    if (request.browser !== undefined) storeCookies(jar, response);
    exchanges.push({ request, response });
    for (const [name, capture] of Object.entries(request.capture ?? {})) {
      const value = capture(response);
      if (value === undefined)
        throw new Error(
          `${request.name}: no ${name} in ${response.status}; responses so far: ${exchanges.map((one) => `${one.response.status} ${location(one.response) ?? ''}`).join(', ')}: ${response.body}`,
        );
      captured[name] = value;
    }
  }
  return exchanges;
}

function bodyOf({ form, json, body }: ScenarioRequest, fill: (text: string) => string) {
  if (form !== undefined) {
    const fields = Object.entries(form).map(([name, value]): [string, string] => [name, fill(value)]);
    return { type: 'application/x-www-form-urlencoded', body: String(new URLSearchParams(fields)) };
  }
  if (json !== undefined) return { type: 'application/json', body: fill(JSON.stringify(json)) };
  return { type: undefined, body: body === undefined ? undefined : fill(body) };
}

/** Ignores cookie paths: no browser of a scenario visits several realms. */
function storeCookies(jar: Map<string, string>, response: WireResponse): void {
  for (const line of headerValues(response, 'set-cookie')) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0(;|$)/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
}
