/** The realm's own settings: restored in one request, which also turns Linkgate off. */

import { REALM } from '../../provider-scripts/src/realm/settings/table.ts';
import type { Json, JsonObject } from '../json.ts';
import { fieldChanges } from '../seed/change.ts';
import { type Difference, differences, fieldPath, overlay } from '../seed/diff.ts';
import type { FormerValue } from '../seed/former-values/record.ts';
import { OWN_PREFIX } from '../seed/former-values/units.ts';
import type { SeedTarget } from '../seed/target.ts';
import { orUnset } from './former.ts';
import type { Found } from './found.ts';

const THEME = 'linkgate';
const THEMES = ['loginTheme', 'emailTheme'] as const;
/** For fields that Keycloak can't unset: without a locale it uses English, which an empty one isn't. */
const NO_VALUE: Readonly<Record<string, Json>> = { defaultLocale: 'en' };

/**
 * Restores the settings and bindings, and removes Linkgate's attributes but the record. In one transaction: requests meet either a Linkgate
 * realm or the former one.
 */
export async function restoreRealm(
  { client, realm, apply }: SeedTarget,
  { representation }: Found,
  restored: readonly FormerValue[],
  bindings: Readonly<Record<string, string>>,
): Promise<void> {
  const fields: Record<string, Json> = { ...bindings };
  const nested: Record<string, Record<string, Json>> = { attributes: {}, smtpServer: {} };
  for (const { path, before, after } of restored) {
    const [part, name = '', member] = path;
    if (part !== 'realm' || Object.hasOwn(bindings, name)) continue;
    if (member === undefined) fields[name] = before ?? NO_VALUE[name] ?? orUnset(before, after) ?? null;
    else nested[name] = { ...nested[name], [member]: before ?? null };
  }
  for (const theme of THEMES) if (representation[theme] === THEME) fields[theme] ??= '';
  for (const name of Object.keys(representation.attributes ?? {}))
    if (name.startsWith(OWN_PREFIX) && name !== REALM.formerValues.name)
      nested.attributes = { ...nested.attributes, [name]: null };
  const declared = {
    ...fields,
    ...Object.fromEntries(Object.entries(nested).filter(([, members]) => Object.keys(members).length > 0)),
  };
  await apply(fieldChanges(realm, 'realm', differences(declared, representation)), async () => {
    const actual = (await client.realms.findOne({ realm })) ?? {};
    const merged = overlay(actual as JsonObject, declared);
    await client.realms.update(
      { realm },
      Object.fromEntries(Object.keys(declared).map((name) => [name, merged[name]])),
    );
  });
}

/** Removes the record, at the end. */
export async function forgetFormerValues(
  { client, realm, apply }: SeedTarget,
  { record }: Found,
): Promise<void> {
  if (record === undefined) return;
  const removed: Difference = {
    field: fieldPath('attributes', REALM.formerValues.name),
    before: `${record.values.length} former values`,
    after: null,
  };
  await apply(fieldChanges(realm, 'realm', [removed]), async () => {
    const actual = await client.realms.findOne({ realm });
    const { [REALM.formerValues.name]: _, ...attributes } = actual?.attributes ?? {};
    await client.realms.update({ realm }, { attributes });
  });
}
