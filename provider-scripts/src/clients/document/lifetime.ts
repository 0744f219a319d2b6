/** How long a fetched document counts (RFC 9111, section 5.2.2), within bounds of our own. */

const MIN_LIFETIME_SECONDS = 300;
const MAX_LIFETIME_SECONDS = 86_400;

/** How long after that a document still counts while it can't be fetched, in seconds. */
export const STALE_SECONDS = 86_400;

const DIRECTIVE = /^(no-store|no-cache|max-age|s-maxage)(?:=(?:"(\d{1,9})"|(\d{1,9})))?$/;

/** Returns the lifetime in seconds by a response's `Cache-Control`; without a usable one, the shortest. */
export function lifetimeOf(cacheControl: string): number {
  const given: Record<string, number> = {};
  for (const part of cacheControl.toLowerCase().split(',')) {
    const [, name, quoted, plain] = DIRECTIVE.exec(part.trim()) ?? [];
    const seconds = quoted ?? plain;
    if (name !== undefined) given[name] = seconds === undefined ? 0 : Number(seconds);
  }
  const { 'max-age': maxAge = 0, 's-maxage': shared = maxAge } = given;
  const forbidden = given['no-store'] !== undefined || given['no-cache'] !== undefined;
  return Math.min(Math.max(forbidden ? 0 : shared, MIN_LIFETIME_SECONDS), MAX_LIFETIME_SECONDS);
}
