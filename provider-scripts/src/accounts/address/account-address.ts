/** An account's address: its email, or its username if it has none. The only place that compares accounts with addresses. */
import type { UserModel } from 'keycloak';
import { normaliseOnServer } from './idn.ts';

/** Returns the address as stored, for pages; null if the account has none. */
export function shownAddress(user: UserModel): string | null {
  const email = user.getEmail();
  if (email) return email;
  const name = user.getUsername();
  return name !== null && normaliseOnServer(name) !== null ? name : null;
}

/** An account's name on pages: its address, if it has one. */
export function shownName(user: UserModel): string | null {
  return shownAddress(user) ?? user.getUsername();
}

/** Returns the normalised address; null if the account has none. */
export function addressOf(user: UserModel): string | null {
  return normaliseOnServer(user.getEmail() || user.getUsername() || '');
}

/** Whether an account has a normalised address. */
export function hasAddress(user: UserModel, email: string): boolean {
  return addressOf(user) === email;
}
