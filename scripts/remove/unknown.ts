/** What was seeded before former values were stored: it can only be listed. */

import { readSetting } from '../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../provider-scripts/src/realm/settings/table.ts';
import KEYS from '../../realm-config/keys.json' with { type: 'json' };
import REALM_FILE from '../../realm-config/realm.json' with { type: 'json' };
import SCOPES from '../../realm-config/scopes.json' with { type: 'json' };
import PROFILE from '../../realm-config/user-profile.json' with { type: 'json' };
import type { Json, JsonObject } from '../json.ts';
import { describeValue } from '../seed/change.ts';
import { differences } from '../seed/diff.ts';
import { keyOf, type UnitPath } from '../seed/former-values/units.ts';
import { isSeeded } from '../seed/seeded.ts';
import type { Remaining } from './former.ts';
import type { Found } from './found.ts';

/** Restored or removed anyway, or the installation's own. */
const NOT_LISTED = [
  '$schema',
  'enabled',
  'loginTheme',
  'emailTheme',
  'browserFlow',
  'smtpServer',
  'attributes',
];

/**
 * Values that are as Linkgate declares them, and of which no former value is stored; nothing if seeding has stored all of them, or if the
 * realm was never a Linkgate realm.
 */
export function unknownValues({ representation, parts, scopes, record }: Found): Remaining[] {
  const enabled = representation.attributes?.[REALM.enabled.name] as string | undefined;
  if (record === undefined ? !readSetting(REALM.enabled, enabled) : !record.incomplete) return [];
  const known = new Set((record?.values ?? []).map(({ path }) => keyOf(path)));
  const isKnown = (path: UnitPath) => known.has(keyOf(path));
  const settings = Object.entries(REALM_FILE as JsonObject).flatMap(([name, declared]) =>
    NOT_LISTED.includes(name) || isKnown(['realm', name]) || !isAs(declared, representation, name)
      ? []
      : [{ object: 'realm', field: name, reason: stays(declared) }],
  );
  const profile = PROFILE.attributes.flatMap(({ name }) => {
    const actual = parts.profile.attributes?.find((attribute) => attribute.name === name);
    return actual === undefined || isSeeded(actual.annotations) || isKnown(['profile', name, 'required'])
      ? []
      : [
          {
            object: `user profile attribute ${name}`,
            reason: `stays: ${'required' in actual ? 'required' : 'optional'}`,
          },
        ];
  });
  const claims = SCOPES.scopes.flatMap(({ name }) =>
    scopes.some((scope) => scope.name === name)
      ? [{ object: `client scope ${name}`, reason: 'keeps the claims that Linkgate releases' }]
      : [],
  );
  return [
    ...settings,
    ...profile,
    ...claims,
    { object: 'realm', field: 'newClientScopes', reason: 'stay: those of Linkgate’s clients' },
    { object: 'keys', reason: `stay: ${KEYS.components.map(({ name }) => name).join(', ')}` },
  ];
}

function isAs(declared: Json, representation: object, name: string): boolean {
  return differences({ [name]: declared }, representation).length === 0;
}

function stays(declared: Json): string {
  return `stays ${describeValue(declared)}`;
}
