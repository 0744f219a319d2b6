/** The accounts that a realm already has, read once in pages: by address, username and id. */
import type UserRepresentation from '@keycloak/keycloak-admin-client/lib/defs/userRepresentation.js';
import type { RealmAdmin } from '../admin/connect.ts';
import { normalised } from './address.ts';
import { needing } from './realm.ts';

/** How many accounts a request reads. */
const PAGE_SIZE = 1000;

/** What an account to create has in common with those that are there. */
export type Known =
  | 'imported'
  | 'imported unverified'
  | 'imported with another address'
  | 'address'
  | 'unproven address'
  | 'username';

/** The accounts. */
export class ExistingAccounts {
  /** Their addresses by their ids; null for none. */
  readonly #ids = new Map<string, string | null>();
  /** The ids of those whose address isn't verified. */
  readonly #unverified = new Set<string>();
  /** Whether an account with the address has proven it. */
  readonly #addresses = new Map<string, boolean>();
  readonly #usernames = new Set<string>();

  add({ id, email, username, emailVerified }: UserRepresentation): void {
    const address = normalised(email || username || '');
    if (id !== undefined) this.#ids.set(id, address);
    if (id !== undefined && emailVerified !== true) this.#unverified.add(id);
    if (address !== null)
      this.#addresses.set(address, emailVerified === true || this.#addresses.get(address) === true);
    if (username !== undefined) this.#usernames.add(username.toLowerCase());
  }

  /** Null if nothing is. */
  find({ id, email }: { id: string; email: string }): Known | null {
    const own = this.#ids.get(id);
    if (own !== undefined && own !== email) return 'imported with another address';
    if (own !== undefined) return this.#unverified.has(id) ? 'imported unverified' : 'imported';
    const isProven = this.#addresses.get(email);
    if (isProven !== undefined) return isProven ? 'address' : 'unproven address';
    return this.#usernames.has(email) ? 'username' : null;
  }
}

/** Reads them; `look` is called for each, with its attributes. */
export async function readExisting(
  { client, realm }: RealmAdmin,
  look?: (user: UserRepresentation) => void,
): Promise<ExistingAccounts> {
  const existing = new ExistingAccounts();
  for (let first = 0; ; first += PAGE_SIZE) {
    const page = await needing(realm, 'view-users', () =>
      client.users.find({ realm, first, max: PAGE_SIZE, briefRepresentation: look === undefined }),
    );
    for (const user of page) {
      existing.add(user);
      look?.(user);
    }
    if (page.length < PAGE_SIZE) return existing;
  }
}
