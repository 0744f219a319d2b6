/** Selects a response's `Set-Cookie` lines: proxies reject responses whose headers are too long, by default above 4 or 8 KiB. */

/** Keycloak's cookie for restarting a lost tab. It grows with `state` and `nonce`, which the tab has as well. */
const RESTART_COOKIE = 'KC_RESTART';

/** The longest line of that cookie, in characters; browsers ignore lines above 4,096. */
export const MAX_RESTART_LINE = 1400;

/**
 * Returns the lines to send: the last one for each cookie, which is the one that browsers use. Replaces a restart cookie that is too long by
 * its removal, so that an earlier request's isn't mistaken for this one's.
 */
export function shortenedLines(lines: readonly string[]): string[] {
  const last = lines.filter((line, index) => !lines.slice(index + 1).some((later) => isSame(line, later)));
  return last.map((line) =>
    nameOf(line) === RESTART_COOKIE && line.length > MAX_RESTART_LINE ? removal(line) : line,
  );
}

/** Browsers identify a cookie by its name, domain and path (RFC 6265, section 5.3); none of ours has a domain. */
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
