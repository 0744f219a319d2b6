/** The changes that a run makes, and how they are reported. */

import { inOneLine } from '../../provider-scripts/src/platform/engine/one-line.ts';
import type { Json } from '../json.ts';
import type { Difference } from './diff.ts';

/** A change to an object; without `field` the whole object was created or removed, and a field that was created is a new object's. */
export interface Change {
  readonly realm: string;
  /** Such as `client demo-web`. */
  readonly object: string;
  readonly action: 'created' | 'updated' | 'removed';
  readonly field?: string;
  /** Missing if the field had no value; never the value of a secret. */
  readonly before?: Json;
  readonly after?: Json;
}

/** An undeclared object or value that a run keeps. */
export interface Kept {
  readonly realm: string;
  /** Such as `key by-hand`. */
  readonly object: string;
  /** Set for a value that an administrator set, which no option removes; a whole object is removed by `--prune`. */
  readonly field?: string;
  readonly value?: string;
  /** Why a value stays that a file declares otherwise. */
  readonly reason?: string;
}

/** Matches the end of a field's name, such as `authTokenClientSecret`, `keystorePassword` or `["saml.signing.private.key"]`. */
const SECRET_FIELDS = /(secret|password|passphrase|(private|secret|api|access)[._-]?key)("\])?$/i;
export const REDACTED = '(secret)';

/** Whether a field's value is a secret, by its name or path. */
export function isSecretField(field: string): boolean {
  return SECRET_FIELDS.test(field);
}

/** The change for an object that was created or removed. */
export function objectChange(realm: string, object: string, action: 'created' | 'removed'): Change {
  return { realm, object, action };
}

/** The changes that make a new object; fields without a value are left out, and the values of secrets are redacted. */
export function creation(
  realm: string,
  object: string,
  fields: Readonly<Record<string, Json | undefined>>,
): Change[] {
  const given = Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return [
    objectChange(realm, object, 'created'),
    ...given.map(
      ([field, after]): Change => ({
        realm,
        object,
        action: 'created',
        field,
        after: isSecretField(field) ? REDACTED : after,
      }),
    ),
  ];
}

/** The change of one field. */
export function fieldChange(
  realm: string,
  object: string,
  field: string,
  before: Json,
  after: Json,
): Change[] {
  return before === after ? [] : fieldChanges(realm, object, [{ field, before, after }]);
}

/** A change for each field that differs; the values of secrets are redacted. */
export function fieldChanges(realm: string, object: string, differences: readonly Difference[]): Change[] {
  return differences.map(({ field, before, after }) => {
    const isSecret = isSecretField(field);
    return {
      realm,
      object,
      action: 'updated',
      field,
      ...(before === undefined ? {} : { before: isSecret ? REDACTED : before }),
      after: isSecret ? REDACTED : after,
    };
  });
}

/** One line for users, such as `linkgate: client demo-web: enabled: false → true`. */
export function describeChange({ realm, object, action, field, before, after }: Change): string {
  const of = inOneLine(`${realm}: ${object}`);
  if (field === undefined) return `${of}: ${action}`;
  return `${of}: ${field}: ${describeValue(before)} → ${describeValue(after)}`;
}

/** One line about something that is kept. */
export function describeKept({
  realm,
  object,
  field,
  value,
  reason = 'not declared in any file',
}: Kept): string {
  return field === undefined
    ? `${realm}: ${object}: kept, though it isn't declared; --prune removes it`
    : `${realm}: ${object}: ${field}: kept: ${describeValue(value)}, ${reason}`;
}

/** One line for users about a declared value that replaced one which an administrator may have set. */
export function describeOverridden({ realm, object, field }: Change): string {
  return `${realm}: ${object}: ${field}: the file overrides the value set on the admin pages; omit it from the file to keep that value`;
}

/** A value on one line; `(none)` if missing. */
export function describeValue(value: Json | undefined): string {
  return value === undefined || value === null ? '(none)' : inOneLine(JSON.stringify(value));
}
