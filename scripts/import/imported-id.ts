/** The attribute with a user's id in the former product, and the id of the account that an import makes of it. */
import { createHash } from 'node:crypto';
import type UserRepresentation from '@keycloak/keycloak-admin-client/lib/defs/userRepresentation.js';
import type { RealmAdmin } from '../admin/connect.ts';
import { Failure } from '../failure.ts';
import { type Change, objectChange } from '../seed/change.ts';
import type { Account } from './account.ts';
import { FORMATS } from './formats/index.ts';
import { needing } from './realm.ts';

/** The attribute. Applications get it by a protocol mapper, where they know users by that id. */
export const IMPORTED_ID = 'linkgate.imported-id';

/**
 * The account's id (a UUID of version 5, RFC 9562): the same in every run, so that a run knows the accounts of an earlier one, and none is
 * created twice.
 */
export function accountId(
  realmId: string,
  product: string,
  { formerId, email }: Pick<Account, 'formerId' | 'email'>,
): string {
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

/** Who sees and changes it: users who could would have the data that an application has of another user. */
const PERMISSIONS = { view: ['admin'], edit: ['admin'] };

/** The attribute in a realm's user profile. */
export interface Declaration {
  /** What was changed, or would be. */
  readonly changes: readonly Change[];
  /** Whether users may have written it before it was declared. */
  readonly isDoubtful: boolean;
}

/**
 * Declares the attribute in the realm's user profile, if it isn't yet.
 * @throws Failure if it is declared for others than administrators
 */
export async function declareImportedId(
  { client, realm }: RealmAdmin,
  isApplied: boolean,
): Promise<Declaration> {
  const profile = await client.users.getProfile({ realm });
  // Users write what isn't declared.
  const isDoubtful = String(profile.unmanagedAttributePolicy) === 'ENABLED';
  const attributes = profile.attributes ?? [];
  const found = attributes.find(({ name }) => name === IMPORTED_ID);
  if (found !== undefined) {
    const { view = [], edit = [] } = found.permissions ?? {};
    if (`${view}` !== `${PERMISSIONS.view}` || `${edit}` !== `${PERMISSIONS.edit}`)
      throw new Failure(
        `realm ${realm}: the user profile declares ${IMPORTED_ID} with other permissions than for administrators alone (view: ${list(view)}; edit: ${list(edit)}): correct them, and look who has written it`,
      );
    return { changes: [], isDoubtful };
  }
  const declared = { name: IMPORTED_ID, permissions: PERMISSIONS };
  if (isApplied)
    await needing(realm, 'manage-realm', () =>
      client.users.updateProfile({ realm, ...profile, attributes: [...attributes, declared] }),
    );
  const changes = [objectChange(realm, `user profile attribute ${IMPORTED_ID}`, 'created')];
  return { changes, isDoubtful };
}

function list(roles: readonly string[]): string {
  return roles.length === 0 ? 'nobody' : roles.join(', ');
}

/** Whether the account has the attribute, and no import has given it what it has. */
export function isForeign(realmId: string, { id, attributes }: UserRepresentation): boolean {
  const values: unknown = attributes?.[IMPORTED_ID] ?? [];
  if (!Array.isArray(values) || values.length === 0) return false;
  const [formerId] = values;
  const ids = Object.keys(FORMATS).map((product) => accountId(realmId, product, { formerId, email: '' }));
  return values.length > 1 || id === undefined || !ids.includes(id);
}
