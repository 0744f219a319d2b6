/** Makes responses of two servers comparable: replaces random values and times, and nothing else. This file lists everything that is replaced. */
import type { WireResponse } from './exchange.ts';
import type { Server } from './scenario.ts';

/** Members of JSON, claims, and parameters of URLs and forms whose values are random. */
const RANDOM = new Set([
  ...['code', 'session_code', 'tab_id', 'client_data', 'execution', 'session_state', 'state', 'nonce'],
  ...['sid', 'jti', 'asid', 'code_id', 'token_id', 'refresh_token_id', 'sessionId', 'hash', 'key'],
  ...['at_hash', 'c_hash', 's_hash', 'device_code', 'user_code', 'registration_access_token'],
  // Keys: members of key sets and of certificates, and algorithms in the list of active keys.
  ...['kid', 'n', 'x5c', 'x5t', 'x5t#S256', 'public_key', 'publicKey', 'certificate', 'RS256', 'RSA-OAEP'],
  'registrationAccessToken',
]);
/** Values that the requests themselves contain. */
const SENT = new Set(['the-state', 'the-nonce']);
/** The same for points in time. */
const TIMES = new Set([
  ...['iat', 'nbf', 'auth_time', 'started', 'start', 'lastAccess', 'time', 'createdDate', 'createdTimestamp'],
  ...['expires', 'validTo', 'not-before-policy', 'notBefore', 'client.secret.creation.time', 'timestamp'],
  ...['client_id_issued_at', 'lastUpdatedDate', 'tokens-not-before'],
]);
/** The same for remaining seconds, which are rounded up to minutes because they depend on how fast the requests run. */
const REMAINING = new Set(['expires_in', 'refresh_expires_in']);

/** Texts that list a set in hash order, which changes with each start. For the same reason all JSON arrays are compared as sets. */
const SETS = new Set(['scope', 'Access-Control-Allow-Headers']);
/** Session IDs, which aren't UUIDs. */
const SESSION_ID = '[\\w-]{24}';
/** A generated client secret. */
const GENERATED_SECRET = /^\w{32,}$/;

const MINUTE = 60;
/** To the nearest: a second may pass within a response, or between two. */
const IN_MINUTES = (seconds: number) => Math.round(seconds / MINUTE) * MINUTE;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** IDs from the realm's file. */
const FIXTURE_UUID = /^ac3e0000-/;
/** Times in SAML messages and email headers. */
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

/** Removes what the plugin adds from a response. */
export function withoutAdditions(response: WireResponse): WireResponse {
  return ADDITIONS.reduce((rest, pattern) => without(pattern, rest), response);
}

/** Removes what matches from a body, and corrects the content length. */
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
  const { status, headers: unsorted, body: content } = without(ERROR_COUNT, response);
  const headers = unsorted.map(([name, value]) => `${name}: ${text(header(name, value), ports)}`).toSorted();
  return [String(status), ...headers, '', body(content, ports)].join('\n');
}

function header(name: string, value: string): string {
  if (/^set-cookie$/i.test(name)) return cookie(value);
  return SETS.has(name) ? value.split(', ').toSorted().join(', ') : value;
}

/** Normalizes a text that isn't a response, such as an email. */
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
    if (RANDOM.has(name) && !SENT.has(String(value))) return '<random>';
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

/** A token's lifetime instead of its expiry. */
function lifetime({ exp, iat }: { [name: string]: Json }): Json {
  return typeof exp === 'number' && typeof iat === 'number'
    ? `issued + ${IN_MINUTES(exp - iat)} s`
    : '<time>';
}

/** The entries of the consent page, which are in hash order. */
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
    .replaceAll(UUID, (id) => (FIXTURE_UUID.test(id) ? id : '<uuid>'))
    .replaceAll(/([?&;#]|&amp;|%3F|%26|\b)(\w+)(=|%3D)([\w.~%+<>-]+)/g, parameter)
    .replaceAll(new RegExp(`(?<=<uuid>\\.)${SESSION_ID}(?=\\.)`, 'g'), '<random>')
    .replaceAll(new RegExp(`${SESSION_ID}(?=::)`, 'g'), '<random>')
    .replaceAll(/(name="(\w+)" value=")([^"]*)/gi, (whole, before: string, name: string, current: string) =>
      RANDOM.has(name) && !SENT.has(current) ? `${before}<random>` : whole,
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
  if (REMAINING.has(name) && /^\d+$/.test(value)) return `${before}${name}${is}${IN_MINUTES(Number(value))}`;
  return RANDOM.has(name) && !SENT.has(value) ? `${before}${name}${is}<random>` : whole;
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

/** A `Set-Cookie` line without value and expiry; `Max-Age=0` remains, so a deleted cookie is visible. */
function cookie(value: string): string {
  return value.replace(/^([^=]+)=[^;]+/, '$1=<value>').replace(/expires=[^;]+/i, 'Expires=<time>');
}
