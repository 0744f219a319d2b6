/**
 * The attributes that administrators set on Linkgate's pages: a run keeps their values unless a file declares them, and reports
 * which of the two takes precedence.
 */

import {
  BRANDING_PREFIX,
  CLIENT,
  SETTINGS,
  SETTINGS_OF_LIMITS,
  type Setting,
} from '../../provider-scripts/src/realm/settings/table.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { type Change, describeKept, describeOverridden, type Kept } from './change.ts';
import { fieldPath } from './diff.ts';

/** The settings with pages of their own. */
const ON_OWN_PAGES: readonly Setting[] = [...SETTINGS_OF_LIMITS, CLIENT.approval, CLIENT.refreshTokens];

/** The attributes of realms and clients that the admin pages set: for settings, branding, limits and clients. */
const ATTRIBUTES: readonly string[] = [
  ...new Set([...SETTINGS.client, ...SETTINGS.realm].filter(isOnPage).map(({ name }) => name)),
];

function isOnPage(setting: Setting): boolean {
  return (
    setting.group !== undefined ||
    setting.name.startsWith(BRANDING_PREFIX) ||
    ON_OWN_PAGES.some(({ name }) => name === setting.name)
  );
}

const FIELDS = ATTRIBUTES.map((name) => fieldPath('attributes', name));

/**
 * The values that stay, since no file declares them.
 *
 * @param declared fields of a realm or a client; an attribute declared as absent counts as declared
 * @param actual the same object on the server
 */
export function keptAdminSettings(
  realm: string,
  object: string,
  declared: JsonObject,
  actual: { readonly attributes?: object },
): Kept[] {
  const declaredAttributes = isJsonObject(declared.attributes) ? declared.attributes : {};
  const actualAttributes = (actual.attributes ?? {}) as Readonly<Record<string, unknown>>;
  return ATTRIBUTES.flatMap((name) => {
    const value = actualAttributes[name];
    if (typeof value !== 'string' || value === '' || Object.hasOwn(declaredAttributes, name)) return [];
    return [{ realm, object, field: fieldPath('attributes', name), value }];
  });
}

/** A line for users for each value or object in which the files and the server differ: which of the two takes precedence. */
export function describePrecedence(changes: readonly Change[], kept: readonly Kept[]): string[] {
  return [...changes.filter(overridesAdminSettings).map(describeOverridden), ...kept.map(describeKept)];
}

/** Whether a change replaces a value that an administrator may have set on the admin pages. */
function overridesAdminSettings({ field, before }: Change): boolean {
  return field !== undefined && before !== undefined && FIELDS.includes(field);
}
