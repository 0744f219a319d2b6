/** Who an access token is for, as an API scope names it. */

/** An absolute URI without a fragment, as a resource is named (RFC 8707, section 2); one of the web has a host. */
const ABSOLUTE_URI = /^(https?:\/\/[^/?#]+[^#]*|(?!https?:)[a-z][a-z0-9+.-]*:[^#]+)$/i;
/** The ID of a client: no relative reference, which names nothing by itself. */
const CLIENT_ID = /^[^:/?#][^:#]*$/;
const SHAPE = /^[\x21-\x7e]{1,255}$/;

/** Whether an API scope may have this audience: an absolute URI without a fragment, or a client ID. */
export function isAudience(text: string): boolean {
  return SHAPE.test(text) && (ABSOLUTE_URI.test(text) || CLIENT_ID.test(text));
}

/** A URI's scheme, authority with its slashes, path, and the rest (RFC 3986, appendix B). */
const URI_PARTS = /^([a-z][a-z0-9+.-]*):(\/\/[^/?#]*)?([^?#]*)(.*)$/i;
const UNRESERVED = /^[\w.~-]$/;
/** What precedes a host, the host, and its port. */
const AUTHORITY = /^(\/\/(?:.*@)?)(\[[^\]]*\]|[^:]*)(?::(.*))?$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Whether two names stand for the same API or client. What a token says stays as it was registered. */
export function isSameAudience(one: string, other: string): boolean {
  return one === other || normalizedAudience(one) === normalizedAudience(other);
}

/**
 * A name as it is compared: equivalent URIs are the same (RFC 3986, sections 6.2.2 and 6.2.3), in the case of scheme and host, the default port, an
 * empty path, dot segments and escapes. A client ID that isn't a URI is compared as text.
 */
export function normalizedAudience(name: string): string {
  const [, given = '', authority, path = '', rest = ''] = URI_PARTS.exec(withPlainEscapes(name)) ?? [];
  if (given === '') return name;
  const scheme = given.toLowerCase();
  if (authority === undefined) return `${scheme}:${path}${rest}`;
  const isWeb = DEFAULT_PORTS[scheme] !== undefined;
  const plainPath = withoutDotSegments(path);
  return `${scheme}:${normalizedAuthority(scheme, authority)}${isWeb && plainPath === '' ? '/' : plainPath}${rest}`;
}

/** Escapes in capital letters, and none for characters that need none. */
function withPlainEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (found) => {
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return UNRESERVED.test(character) ? character : found.toUpperCase();
  });
}

function normalizedAuthority(scheme: string, authority: string): string {
  const [, before = '', host = '', port = ''] = AUTHORITY.exec(authority) ?? [];
  if (before === '') return authority;
  // An escape in a host keeps its capital letters.
  const lower = withPlainEscapes(host.toLowerCase());
  return `${before}${lower}${port === '' || port === DEFAULT_PORTS[scheme] ? '' : `:${port}`}`;
}

/** A path without `.` and `..` (RFC 3986, section 5.2.4). */
function withoutDotSegments(path: string): string {
  if (path === '') return '';
  const kept: string[] = [];
  const segments = path.slice(1).split('/');
  segments.forEach((segment, index) => {
    const isDot = segment === '.' || segment === '..';
    if (segment === '..') kept.pop();
    if (!isDot) kept.push(segment);
    else if (index === segments.length - 1) kept.push('');
  });
  return `/${kept.join('/')}`;
}
