/** The record of one change of a run, and how it is reported. */

import type { Json } from '../json.ts';
import type { Difference } from './diff.ts';

/** A change of an object; `field` is missing if the whole object was created or removed. */
export interface Change {
  readonly realm: string;
  /** Such as `client demo-web`. */
  readonly object: string;
  readonly action: 'created' | 'updated' | 'removed';
  readonly field?: string;
  /** Missing if there was nothing; never a secret's value. */
  readonly before?: Json;
  readonly after?: Json;
}

/** An undeclared object or value that is kept. */
export interface Kept {
  readonly realm: string;
  /** Such as `key by-hand`. */
  readonly object: string;
  /** Set for a value that administrators set, which nothing removes; an object as a whole is removed by `--prune`. */
  readonly field?: string;
  readonly value?: string;
}

/** By the end of a field's name, as `authTokenClientSecret`, `keystorePassword` or `["saml.signing.private.key"]` have it. */
const SECRET_FIELDS = /(secret|password|passphrase|(private|secret|api|access)[._-]?key)("\])?$/i;
const HIDDEN = '(secret)';

/** An object that was created or removed. */
export function wholeChange(realm: string, object: string, action: 'created' | 'removed'): Change {
  return { realm, object, action };
}

/** The fields of an object that were changed; the values of secrets are replaced. */
export function fieldChanges(realm: string, object: string, differences: readonly Difference[]): Change[] {
  return differences.map(({ field, before, after }) => {
    const isSecret = SECRET_FIELDS.test(field);
    return {
      realm,
      object,
      action: 'updated',
      field,
      ...(before === undefined ? {} : { before: isSecret ? HIDDEN : before }),
      after: isSecret ? HIDDEN : after,
    };
  });
}

/** One line for users, such as `linkgate: client demo-web: enabled: false → true`. */
export function describeChange({ realm, object, action, field, before, after }: Change): string {
  if (field === undefined) return `${realm}: ${object}: ${action}`;
  return `${realm}: ${object}: ${field}: ${describeValue(before)} → ${describeValue(after)}`;
}

/** One line about something that is kept. */
export function describeKept({ realm, object, field, value }: Kept): string {
  return field === undefined
    ? `${realm}: ${object}: kept, though it isn't declared; --prune removes it`
    : `${realm}: ${object}: ${field}: kept: ${describeValue(value)}, which no file states`;
}

/** One line for users about a value that a file states, and that administrators may have set otherwise. */
export function describeOverruled({ realm, object, field }: Change): string {
  return `${realm}: ${object}: ${field}: the file wins over what was set on the pages; leave it out of the file to keep that`;
}

/** A value on one line; nothing is `(none)`. */
export function describeValue(value: Json | undefined): string {
  return value === undefined || value === null ? '(none)' : JSON.stringify(value);
}
