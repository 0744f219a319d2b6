/** The attribute with former ids in a realm's user profile: declared for administrators alone, or nothing is imported. */
import { expect, test } from 'vitest';
import type { RealmAdmin } from '../../../scripts/admin/connect.ts';
import { declareImportedId, IMPORTED_ID } from '../../../scripts/import/imported-id.ts';

interface Profile {
  attributes?: { name: string; permissions?: { view?: string[]; edit?: string[] } }[];
  unmanagedAttributePolicy?: string;
}

/** A realm with a user profile, and what was written. */
function realmOf(profile: Profile): { admin: RealmAdmin; written: Profile[] } {
  const written: Profile[] = [];
  const users = {
    getProfile: async () => profile,
    updateProfile: async (updated: Profile) => void written.push(updated),
  };
  return { admin: { client: { users } as never, realm: 'acme' }, written };
}

const OWN = { name: IMPORTED_ID, permissions: { view: ['admin'], edit: ['admin'] } };

test.each([
  [undefined, false],
  ['ADMIN_VIEW', false],
  ['ADMIN_EDIT', false],
  ['ENABLED', true],
])('with the policy %s for other attributes users may have written it: %s', async (policy, isDoubtful) => {
  const policies = policy === undefined ? {} : { unmanagedAttributePolicy: policy };
  for (const attributes of [[], [OWN]]) {
    const { admin } = realmOf({ attributes, ...policies });
    expect(await declareImportedId(admin, false)).toMatchObject({ isDoubtful });
  }
});

test('is declared once, for administrators, beside the others', async () => {
  const { admin, written } = realmOf({ attributes: [{ name: 'email' }] });
  expect((await declareImportedId(admin, false)).changes).toHaveLength(1);
  expect(written).toEqual([]);
  expect((await declareImportedId(admin, true)).changes).toHaveLength(1);
  expect(written).toMatchObject([{ realm: 'acme', attributes: [{ name: 'email' }, OWN] }]);
  const again = realmOf({ attributes: [OWN] });
  expect((await declareImportedId(again.admin, true)).changes).toEqual([]);
  expect(again.written).toEqual([]);
});

test.each([
  [{ view: ['admin'], edit: ['user'] }, 'view: admin; edit: user'],
  [{ view: ['admin'], edit: ['admin', 'user'] }, 'view: admin; edit: admin, user'],
  [{ view: ['admin', 'user'], edit: ['admin'] }, 'view: admin, user; edit: admin'],
  [{ view: ['user'], edit: ['user'] }, 'view: user; edit: user'],
  [{ view: ['admin'] }, 'view: admin; edit: nobody'],
  [{ view: [], edit: [] }, 'view: nobody; edit: nobody'],
  [undefined, 'view: nobody; edit: nobody'],
])('a declaration with the permissions %j is rejected', async (permissions, told) => {
  const attribute = { name: IMPORTED_ID, ...(permissions !== undefined && { permissions }) };
  const { admin, written } = realmOf({ attributes: [attribute] });
  for (const apply of [false, true]) await expect(declareImportedId(admin, apply)).rejects.toThrow(told);
  expect(written).toEqual([]);
});
