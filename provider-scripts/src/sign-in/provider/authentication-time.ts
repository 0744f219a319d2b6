/** When an identity provider says that it has authenticated a user, and whether that is recent enough for a request (contract, section 11). */

/**
 * Returns it in Unix seconds; null if it isn't a time. A later one than now is now: the provider's clock may be ahead, and no user was
 * authenticated in the future.
 *
 * @param claim `auth_time` of an ID token (OpenID Connect Core, section 2), or the same of another document
 */
export function authenticatedAt(claim: unknown, now: number): number | null {
  const text = String(claim ?? '');
  if (!/^\d{1,15}(\.\d*)?$/.test(text)) return null;
  const seconds = Math.floor(Number(text));
  return seconds > 0 ? Math.min(seconds, now) : null;
}

/** Returns the URL of an OpenID Connect authentication request with this `max_age`; null for any other URL, or one that has it. */
export function withMaxAge(url: string, maxAge: string): string | null {
  const [target = '', fragment] = url.split('#');
  const query = `&${target.split('?')[1] ?? ''}&`;
  if (!/&scope=(?:[^&]*(?:\+|%20))?openid(?:\+|%20|&)/.test(query) || query.includes('&max_age='))
    return null;
  return `${target}&max_age=${maxAge}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** A request, as far as it limits how old an authentication may be. */
export interface AgeLimit {
  /** The parameter `max_age`, or null. */
  maxAge: string | null;
  /** Whether it requires a new authentication (`prompt=login`). */
  isNew: boolean;
}

/**
 * Whether an authentication is too old for a request. One whose time is unknown isn't: most providers that don't use OpenID Connect tell none.
 *
 * @param longest how long a sign-in may take, in seconds: a new authentication can't be older
 */
export function isTooOld(
  at: number | null,
  now: number,
  { maxAge, isNew }: AgeLimit,
  longest: number,
): boolean {
  if (at === null) return false;
  const age = now - at;
  return (maxAge !== null && age > Number(maxAge)) || (isNew && age > longest);
}
