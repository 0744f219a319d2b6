/** Decides which of the accounts found an address belongs to. */

/** What one lookup found: an account, none, or more than one. */
export type Match<T> = T | null | 'several';

/** The owner; `several` if more than one account has the address, which then belongs to none of them. */
export function ownerOf<T extends { getId(): string }>(
  byEmail: readonly Match<T>[],
  byName: () => readonly Match<T>[],
): Match<T> {
  // As at Keycloak's own login form, an email takes precedence over another account's username.
  return oneOf(byEmail) ?? oneOf(byName());
}

function oneOf<T extends { getId(): string }>(matches: readonly Match<T>[]): Match<T> {
  let one: T | null = null;
  for (const match of matches) {
    if (match === 'several') return match;
    if (match === null) continue;
    if (one !== null && one.getId() !== match.getId()) return 'several';
    one = match;
  }
  return one;
}
