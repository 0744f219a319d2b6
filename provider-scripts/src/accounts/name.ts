/** The `name` claim: a full name, else the part of the address before the `@` (contract, section 2.10). */
import type { UserModel } from 'keycloak';

/** A user's display name; null if nothing is known. */
export function displayName(first: string | null, last: string | null, email: string | null): string | null {
  return fullName(first, last) ?? /^(.+)@/.exec(email ?? '')?.[1] ?? null;
}

/** A user's full name, or null. */
export function fullName(first: string | null, last: string | null): string | null {
  const full = [first, last].map((part) => (part ?? '').trim()).filter((part) => part !== '');
  return full.length > 0 ? full.join(' ') : null;
}

/** The mapper's function as the host calls it. */
export const NAME = {
  value: (user: UserModel): string | null =>
    displayName(user.getFirstName(), user.getLastName(), user.getEmail() || user.getUsername()),
};
