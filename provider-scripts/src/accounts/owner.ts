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

/** An account in Keycloak's own database. */
export interface StoredAccount {
  getId(): string;
  email: string | null;
  username: string | null;
}

/**
 * The owner among the rows that have one of an address's spellings as email or username; an account may have several rows. A username counts
 * if the account has that address.
 */
export function storedOwnerIn<T extends StoredAccount>(
  rows: readonly T[],
  forms: readonly string[],
  hasAddress: (account: T) => boolean,
): Match<T> {
  const ids = rows.map((row) => row.getId());
  const accounts = rows.filter((row, index) => ids.indexOf(row.getId()) === index);
  const matching = (isMatch: (account: T) => boolean): Match<T> => {
    const [one = null, another] = accounts.filter(isMatch);
    return another === undefined ? one : 'several';
  };
  return ownerOf(
    forms.map((form) => matching(({ email }) => email === form)),
    () => forms.map((form) => matching((account) => account.username === form && hasAddress(account))),
  );
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
