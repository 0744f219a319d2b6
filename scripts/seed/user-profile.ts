/** Reconciles a realm's user profile: the declared attributes are as declared, others stay. */

import { type Change, fieldChanges, objectChange } from './change.ts';
import { differences, overlay } from './diff.ts';
import type { Declared } from './schema.ts';
import { SEEDED_ATTRIBUTE } from './seeded.ts';
import type { SeedTarget } from './target.ts';

/** Fields of Keycloak's UPAttribute; for a built-in attribute only those that differ from its default. */
export type DesiredUserProfile = Declared<'user-profile.json'>;

/** Fixes the declared attributes by name and adds missing ones at the end. */
export async function reconcileUserProfile(
  { client, realm, apply }: SeedTarget,
  desired: DesiredUserProfile,
): Promise<void> {
  const profile = await client.users.getProfile({ realm });
  const attributes = [...(profile.attributes ?? [])];
  const changes: Change[] = [];
  for (const declared of desired.attributes) {
    const index = attributes.findIndex(({ name }) => name === declared.name);
    const actual = attributes[index] ?? {};
    const base = index < 0 ? { annotations: SEEDED_ATTRIBUTE } : actual;
    attributes.splice(index < 0 ? attributes.length : index, 1, overlay(base, declared));
    const object = `user profile attribute ${declared.name}`;
    if (index < 0) changes.push(objectChange(realm, object, 'created'));
    else changes.push(...fieldChanges(realm, object, differences(declared, actual)));
  }
  await apply(changes, () => client.users.updateProfile({ realm, ...profile, attributes }));
}
