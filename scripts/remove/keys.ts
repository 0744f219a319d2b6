/** Key providers: those that seeding removed come back with a new key, those that it changed in place keep theirs. */

import type Component from '@keycloak/keycloak-admin-client/lib/defs/componentRepresentation.js';
import { describeValue, fieldChanges, objectChange } from '../seed/change.ts';
import type { FormerValue } from '../seed/former-values/record.ts';
import { wholeObject } from '../seed/former-values/units.ts';
import { KEY_PROVIDER_TYPE } from '../seed/keys.ts';
import { isMasked } from '../seed/masked.ts';
import type { SeedTarget } from '../seed/target.ts';
import { configDifferences, optionsWithout, type Remaining } from './former.ts';
import type { Found } from './found.ts';

/** Keycloak's providers that generate their keys. */
const GENERATED = /-generated$/;

/** Restores them; what needs a key that Keycloak never shows is returned. */
export async function restoreKeys(
  { client, realm, apply }: SeedTarget,
  { parts: { keys } }: Found,
  restored: readonly FormerValue[],
): Promise<Remaining[]> {
  const unknown: Remaining[] = [];
  for (const { path, before } of restored) {
    const [part, name = ''] = path;
    if (part !== 'keys') continue;
    const object = `key ${name}`;
    const former = wholeObject(before) as Pick<Component, 'providerId' | 'config'> | undefined;
    const actual = keys.find((key) => key.name === name);
    const { id = '' } = actual ?? {};
    if (former === undefined) {
      const reason =
        'seeding added it: it stays, since tokens and cookies of today are signed or encrypted with it';
      unknown.push({ object, reason });
    } else if (actual !== undefined) {
      const removedOptions = optionsWithout(former, actual).map((option) => [option, []]);
      // An empty list removes an option; Keycloak takes a masked secret for an unchanged one.
      const config = { ...Object.fromEntries(removedOptions), ...former.config };
      await apply(fieldChanges(realm, object, configDifferences(former, actual)), () =>
        client.components.update({ realm, id }, { ...actual, ...former, config }),
      );
    } else if (GENERATED.test(former.providerId ?? '')) {
      const config = Object.fromEntries(
        Object.entries(former.config ?? {}).filter(([, value]) => !isMasked(value as string[])),
      );
      await apply([objectChange(realm, object, 'created')], () =>
        client.components.create({ realm, name, ...former, config, providerType: KEY_PROVIDER_TYPE }),
      );
      unknown.push({ object, reason: 'is created with a new key: the former one was deleted by seeding' });
    } else {
      const reason = `seeding deleted it with its key: ${describeValue(before)}`;
      unknown.push({ object, reason });
    }
  }
  return unknown;
}
