/** Makes responses of two servers comparable: replaces values that are random or times, and nothing else. All that is replaced is listed here. */
import type { WireResponse } from './exchange.ts';
import type { Server } from './story.ts';

/** Members of JSON, claims, and parameters of URLs and forms whose values are random. */
const RANDOM = new Set([
  ...['code', 'session_code', 'tab_id', 'client_data', 'execution', 'session_state', 'state', 'nonce'],
  ...['sid', 'jti', 'asid', 'code_id', 'token_id', 'refresh_token_id', 'sessionId', 'hash', 'key'],
  ...['at_hash', 'c_hash', 's_hash', 'device_code', 'user_code', 'registration_access_token'],
  // Keys: members of key sets and of certificates, and algorithms in the list of active keys.
  ...['kid', 'n', 'x5c', 'x5t', 'x5t#S256', 'public_key', 'publicKey', 'certificate', 'RS256', 'RSA-OAEP'],
  'registrationAccessToken',
]);
/** What the requests themselves give. */
const GIVEN = new Set(['the-state', 'the-nonce']);
/** Those whose values are points in time. */
const TIMES = new Set([
  ...['iat', 'nbf', 'auth_time', 'started', 'start', 'lastAccess', 'time', 'createdDate', 'createdTimestamp'],
  ...['expires', 'validTo', 'not-before-policy', 'notBefore', 'client.secret.creation.time', 'timestamp'],
  ...['client_id_issued_at', 'lastUpdatedDate', 'tokens-not-before'],
]);
/** Those whose values are seconds that remain, which requests in between shorten. */
const REMAINING = new Set(['expires_in', 'refresh_expires_in']);

/** Texts that are sets, in a hash table's order, which is another one after each start. All lists in JSON are compared as sets, for that reason. */
const SETS = new Set(['scope', 'Access-Control-Allow-Headers']);
/** Session IDs, which aren't UUIDs. */
const SESSION_ID = '[\\w-]{24}';
/** The secret of a client that none was given for. */
const GENERATED_SECRET = /^\w{32,}$/;

const MINUTE = 60;
/** To the nearest: a second may pass within a response, or between two. */
const IN_MINUTES = (seconds: number) => Math.round(seconds / MINUTE) * MINUTE;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** IDs that the realm's file gives. */
const OWN_UUID = /^ac3e0000-/;
/** As SAML and headers of emails write it. */
const INSTANT = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** What the plugin adds to responses of a realm with the step: the button to a flow's other alternatives, and texts that every theme has. */
const ADDITIONS = [
  /\n {10}<form id="kc-select-try-another-way-form"[\s\S]*?Try Another Way\s*<\/a>\s*<\/form>/,
  /,\{"key":"linkgate[^"]*","value":"(?:[^"\\]|\\.)*"\}/g,
  /(?<=\[)\{"key":"linkgate[^"]*","value":"(?:[^"\\]|\\.)*"\},/,
];
/** What Quarkus appends to the ID of an error: the number of errors since the server started. Other tests on the same server cause some. */
const ERROR_COUNT = /(?<=\bError id [0-9a-f-]{36})-\d+/;

/** A response without these. */
export function withoutAdditions(response: WireResponse): WireResponse {
  return ADDITIONS.reduce((rest, pattern) => without(pattern, rest), response);
}

/** A response without the parts of its body that match, and with the length that it then has. */
function without(pattern: RegExp, response: WireResponse): WireResponse {
  const body = response.body.replace(pattern, '');
  const removed = Buffer.byteLength(response.body) - Buffer.byteLength(body);
  if (removed === 0) return response;
  const headers = response.headers.map(([name, value]): [string, string] => [
    name,
    /^content-length$/i.test(name) ? String(Number(value) - removed) : value,
  ]);
  return { ...response, headers, body };
}

/** A response as lines: status, headers by name, and the body. */
export function normalize(response: WireResponse, server: Server): string {
  const ports = portsOf(server);
  const { status, headers: given, body: content } = without(ERROR_COUNT, response);
  const headers = given.map(([name, value]) => `${name}: ${text(header(name, value), ports)}`).toSorted();
  return [String(status), ...headers, '', body(content, ports)].join('\n');
}

function header(name: string, value: string): string {
  if (/^set-cookie$/i.test(name)) return cookie(value);
  return SETS.has(name) ? value.split(', ').toSorted().join(', ') : value;
}

/** A text that isn't a response, such as an email. */
export function normalizeText(value: string, server: Server): string {
  return text(value, portsOf(server));
}

function portsOf({ url, ports }: Server): RegExp {
  return new RegExp(
    [new URL(url).port, ...ports.map((port) => `\\b${port}\\b|(?<=%3A)${port}\\b`)].join('|'),
    'g',
  );
}

function body(value: string, ports: RegExp): string {
  try {
    return JSON.stringify(json(JSON.parse(value) as Json, ports), null, 1);
  } catch {
    return text(value, ports);
  }
}

function json(value: Json, ports: RegExp, name = ''): Json {
  if (name !== '' && value !== null && value !== '') {
    if (RANDOM.has(name) && !GIVEN.has(String(value))) return '<random>';
    if (TIMES.has(name)) return '<time>';
    if (REMAINING.has(name) && typeof value === 'number') return IN_MINUTES(value);
  }
  if (typeof value === 'string' && isGenerated(name, value)) return '<random>';
  if (typeof value === 'string')
    return SETS.has(name) ? text(value, ports).split(' ').toSorted().join(' ') : text(value, ports);
  if (Array.isArray(value)) return value.map((one) => json(one, ports)).toSorted(byText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, key === 'exp' ? lifetime(value) : json(value[key] ?? null, ports, key)]),
  );
}

const byText = (one: Json, other: Json) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

function isGenerated(name: string, value: string): boolean {
  return (
    (/^(client_)?secret$/.test(name) && GENERATED_SECRET.test(value)) ||
    (name === 'id' && new RegExp(`^${SESSION_ID}$`).test(value))
  );
}

/** A token's end, counted from when it was issued. */
function lifetime({ exp, iat }: { [name: string]: Json }): Json {
  return typeof exp === 'number' && typeof iat === 'number'
    ? `issued + ${IN_MINUTES(exp - iat)} s`
    : '<time>';
}

/** The entries of the page for consent, in a hash table's order. */
const GRANTS = /(?:<li>\s*<span>[^<]*<\/span>\s*<\/li>\s*)+/g;

function text(value: string, ports: RegExp): string {
  return value
    .replaceAll(GRANTS, (entries) =>
      entries
        .split('</li>')
        .map((entry) => entry.trim())
        .toSorted()
        .join('</li>'),
    )
    .replaceAll(
      /(name="SAML(?:Request|Response)" value=")([^"]+)/gi,
      (_, before: string, xml: string) => before + Buffer.from(xml, 'base64'),
    )
    .replaceAll(ports, '<port>')
    .replaceAll(JWT, (token) => jwt(token, ports))
    .replaceAll(UUID, (id) => (OWN_UUID.test(id) ? id : '<uuid>'))
    .replaceAll(/([?&;#]|&amp;|%3F|%26|\b)(\w+)(=|%3D)([\w.~%+<>-]+)/g, parameter)
    .replaceAll(new RegExp(`(?<=<uuid>\\.)${SESSION_ID}(?=\\.)`, 'g'), '<random>')
    .replaceAll(new RegExp(`${SESSION_ID}(?=::)`, 'g'), '<random>')
    .replaceAll(/(name="(\w+)" value=")([^"]*)/gi, (whole, before: string, name: string, given: string) =>
      RANDOM.has(name) && !GIVEN.has(given) ? `${before}<random>` : whole,
    )
    .replaceAll(/("resourceVersion": ")[^"]+/g, '$1<random>')
    .replaceAll(/^(Date|Message-ID): .*$/gm, '$1: <random>')
    .replaceAll(/----=_Part_[\d_.]+/g, '<boundary>')
    .replaceAll(INSTANT, '<time>')
    .replaceAll(/\/resources\/[0-9a-z]{5}\//g, '/resources/<version>/')
    .replaceAll(/(checkAuthSession\(\s*")[^"]+/g, '$1<random>')
    .replaceAll(/(<ds:(?:KeyName|X509Certificate)>)[^<]+/g, '$1<random>');
}

function parameter(whole: string, before: string, name: string, is: string, value: string): string {
  return RANDOM.has(name) && !GIVEN.has(value) ? `${before}${name}${is}<random>` : whole;
}

function jwt(token: string, ports: RegExp): string {
  const [head = '', claims = ''] = token.split('.');
  try {
    const parts = [head, claims].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json);
    return `JWT ${JSON.stringify(parts.map((part) => json(part, ports)))}`;
  } catch {
    return '<encrypted token>';
  }
}

/** A cookie without its value and its end; that it is removed is said. */
function cookie(value: string): string {
  return value.replace(/^([^=]+)=[^;]+/, '$1=<value>').replace(/expires=[^;]+/i, 'Expires=<time>');
}
