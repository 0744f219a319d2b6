/** The attribute with a user's id in the former product, and the id of the account that an import makes of it. */
import { createHash } from 'node:crypto';
import type { RealmAdmin } from '../admin/connect.ts';
import { type Change, objectChange } from '../seed/change.ts';
import type { Account } from './account.ts';
import { needing } from './realm.ts';

/** The attribute. Applications get it by a protocol mapper, where they know users by that id. */
export const IMPORTED_ID = 'linkgate.imported-id';

/**
 * The account's id (a UUID of version 5, RFC 9562): the same in every run, so that a run knows the accounts of an earlier one, and none is
 * created twice.
 */
export function accountId(realmId: string, product: string, { formerId, email }: Account): string {
  const digest = createHash('sha1')
    .update(JSON.stringify([realmId, product, formerId ?? email]))
    .digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/** Declares the attribute in the realm's user profile, if it isn't yet: administrators see and change it, users don't. */
export async function declareImportedId(
  { client, realm }: RealmAdmin,
  isApplied: boolean,
): Promise<readonly Change[]> {
  const profile = await client.users.getProfile({ realm });
  const attributes = profile.attributes ?? [];
  if (attributes.some(({ name }) => name === IMPORTED_ID)) return [];
  const declared = {
    name: IMPORTED_ID,
    permissions: { view: ['admin'], edit: ['admin'] },
  };
  if (isApplied)
    await needing(realm, 'manage-realm', () =>
      client.users.updateProfile({ realm, ...profile, attributes: [...attributes, declared] }),
    );
  return [objectChange(realm, `user profile attribute ${IMPORTED_ID}`, 'created')];
}
