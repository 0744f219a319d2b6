/** The user profile: attributes that seeding added go, the others get their former fields back. */

import type { UserProfileConfig } from '@keycloak/keycloak-admin-client/lib/defs/userProfileMetadata.js';
import type { JsonObject } from '../json.ts';
import { type Change, fieldChanges, objectChange } from '../seed/change.ts';
import { differences, overlay } from '../seed/diff.ts';
import type { FormerValue } from '../seed/former-values/record.ts';
import { isSeeded } from '../seed/seeded.ts';
import type { SeedTarget } from '../seed/target.ts';
import type { Remaining } from './former.ts';
import type { Found } from './found.ts';

/** Restores it in one request. */
export async function restoreProfile(
  { client, realm, apply }: SeedTarget,
  { parts: { profile } }: Found,
  restored: readonly FormerValue[],
): Promise<Remaining[]> {
  const all: NonNullable<UserProfileConfig['attributes']> = profile.attributes ?? [];
  const added = all.filter(({ annotations }) => isSeeded(annotations));
  const changes: Change[] = added.map(({ name = '' }) => objectChange(realm, objectOf(name), 'removed'));
  const attributes = all
    .filter((attribute) => !added.includes(attribute))
    .map((attribute) => {
      const { name = '' } = attribute;
      const former = formerFields(restored, name);
      changes.push(...fieldChanges(realm, objectOf(name), differences(former, attribute)));
      return overlay(attribute, former);
    });
  await apply(changes, () => client.users.updateProfile({ realm, ...profile, attributes }));
  return added.map(({ name = '' }) => ({
    object: objectOf(name),
    reason: 'values that users have entered stay stored, though nothing shows them',
  }));
}

function formerFields(restored: readonly FormerValue[], name: string): JsonObject {
  return Object.fromEntries(
    restored.flatMap(({ path: [part, attribute, field = ''], before }) =>
      part === 'profile' && attribute === name ? [[field, before ?? null] as const] : [],
    ),
  );
}

function objectOf(name: string): string {
  return `user profile attribute ${name}`;
}
