/** Which address an account has: its email, or its username while it has none. The one comparison of an account with an address. */
import type { UserModel } from 'keycloak';
import { normaliseOnServer } from './idn.ts';

/** The address as it is stored, for pages; null for an account that has none. */
export function shownAddress(user: UserModel): string | null {
  const email = user.getEmail();
  if (email) return email;
  const name = user.getUsername();
  return name !== null && normaliseOnServer(name) !== null ? name : null;
}

/** The address, normalised; null for an account that has none. */
export function addressOf(user: UserModel): string | null {
  return normaliseOnServer(user.getEmail() || user.getUsername() || '');
}

/** Whether a normalised address is an account's. */
export function hasAddress(user: UserModel, email: string): boolean {
  return addressOf(user) === email;
}
