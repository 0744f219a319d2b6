/** Properties that no response may have, whatever the request. */
import type { FuzzRequest } from './endpoints.ts';
import type { Answer } from './send.ts';

/** Words that reveal the server's internals. */
const INSIDE = [
  /\borg\.(keycloak|linkgate|jboss|hibernate|infinispan|openjdk)\b/,
  /\b(java|javax|jakarta|io\.quarkus|io\.vertx|com\.fasterxml)\.[a-z]/,
  /^\s*at \S+\(\S*\)/m,
  /\.java:\d+/,
  /\b(Exception|Error): /,
  /\bjdk\.internal\b|\b(nashorn|rhino)\b/i,
];

/** RFC 6749, section 5.2: which characters an `error_description` can have. */
const DESCRIPTION = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** Node's default limit of headers for a client; browsers and proxies have limits like it. */
const MAX_HEADER_CHARACTERS = 16_384;

/** What is wrong with a response, in a few words that don't depend on the request; null if nothing is. */
export function problemOf(request: FuzzRequest, { status, headers, text }: Answer): string | null {
  if (status >= 500 && !(status === 503 && headers['retry-after'] !== undefined)) return `status ${status}`;
  if (status === 401 && headers['www-authenticate'] === undefined) return '401 without WWW-Authenticate';
  if (headers['x-injected'] !== undefined) return 'a header was injected';
  const large = Object.entries(headers).find(([, value]) => String(value).length > MAX_HEADER_CHARACTERS);
  if (large !== undefined) return `a huge ${large[0]} header`;
  const all = `${text}\n${Object.values(headers).flat().join('\n')}`;
  const inside = INSIDE.map((pattern) => pattern.exec(all)?.[0]).find((found) => found !== undefined);
  if (inside !== undefined) return `shows «${inside.trim().slice(0, 80)}»`;
  const isJson = /^application\/([\w.-]+\+)?json\b/.test(headers['content-type'] ?? '');
  return isJson && request.method !== 'HEAD' ? problemOfJson(text) : null;
}

function problemOfJson(text: string): string | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'JSON that does not parse';
  }
  const { error_description: description } = (body ?? {}) as { error_description?: unknown };
  if (typeof description === 'string' && !DESCRIPTION.test(description)) {
    return 'error_description with characters that RFC 6749 excludes';
  }
  return null;
}
