/** Which `Set-Cookie` lines a response has: proxies reject a response whose headers are too long, by default from 4 or 8 KiB on. */

/** Keycloak's cookie of the request that it restarts a lost tab by; it grows with `state` and `nonce`, which are in the tab itself, too. */
const RESTART_COOKIE = 'KC_RESTART';

/** The longest line of that cookie, in characters; browsers ignore any above 4,096. */
export const MAX_RESTART_LINE = 1400;

/**
 * The lines to send: of several for one cookie the last, as browsers do. A restart cookie that is too long is removed, so that an earlier
 * request's isn't taken for this one's.
 */
export function shortenedLines(lines: readonly string[]): string[] {
  const last = lines.filter((line, index) => !lines.slice(index + 1).some((later) => isSame(line, later)));
  return last.map((line) =>
    nameOf(line) === RESTART_COOKIE && line.length > MAX_RESTART_LINE ? removal(line) : line,
  );
}

/** Browsers know a cookie by its name, domain and path (RFC 6265, section 5.3); none of ours has a domain. */
function isSame(one: string, other: string): boolean {
  return nameOf(one) === nameOf(other) && pathOf(one) === pathOf(other);
}

function nameOf(line: string): string {
  return line.slice(0, Math.max(0, line.indexOf('=')));
}

function pathOf(line: string): string {
  return /;\s*path=([^;]*)/i.exec(line)?.[1]?.trim() ?? '';
}

function removal(line: string): string {
  return `${nameOf(line)}=;Version=1;Path=${pathOf(line)};Max-Age=0`;
}
