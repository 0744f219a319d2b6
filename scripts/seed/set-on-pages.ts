/**
 * What administrators set on Linkgate's pages: a run leaves it as it is unless a file states it, and says which of the two wins.
 */

import { BRANDING_ATTRIBUTES } from '../../provider-scripts/src/branding/branding.ts';
import { APPROVAL_ATTRIBUTE } from '../../provider-scripts/src/client/approval.ts';
import { INVITATIONS_ATTRIBUTE } from '../../provider-scripts/src/ids.ts';
import { POLICIES } from '../../provider-scripts/src/limits/limits.ts';
import { EXEMPT_ATTRIBUTE } from '../../provider-scripts/src/rate-limit/policies.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { type Change, describeKept, describeOverruled, type Kept } from './change.ts';
import { fieldPath } from './diff.ts';

/** Attributes of realms and of clients that the pages for limits, invitations and clients set. */
const ATTRIBUTES: readonly string[] = [
  ...Object.values(POLICIES).map(({ attribute }) => attribute),
  EXEMPT_ATTRIBUTE,
  INVITATIONS_ATTRIBUTE,
  APPROVAL_ATTRIBUTE,
  ...BRANDING_ATTRIBUTES.map((name) => `linkgate.branding.${name}`),
];

const FIELDS = ATTRIBUTES.map((name) => fieldPath('attributes', name));

/**
 * What of it stays, since no file states it.
 *
 * @param declared fields of a realm or a client; an attribute that has to be absent counts as stated
 * @param actual the same object as it is on the server
 */
export function keptFromPages(
  realm: string,
  object: string,
  declared: JsonObject,
  actual: { readonly attributes?: object },
): Kept[] {
  const stated = isJsonObject(declared.attributes) ? declared.attributes : {};
  const found = (actual.attributes ?? {}) as Readonly<Record<string, unknown>>;
  return ATTRIBUTES.flatMap((name) => {
    const value = found[name];
    if (typeof value !== 'string' || value === '' || Object.hasOwn(stated, name)) return [];
    return [{ realm, object, field: fieldPath('attributes', name), value }];
  });
}

/** A line for users about each value or object for which files and administrators differ: which of them wins. */
export function describeWinners(changes: readonly Change[], kept: readonly Kept[]): string[] {
  return [...changes.filter(overrulesPages).map(describeOverruled), ...kept.map(describeKept)];
}

/** Whether a change puts what a file states in the place of what administrators may have set on the pages. */
function overrulesPages({ field, before }: Change): boolean {
  return field !== undefined && before !== undefined && FIELDS.includes(field);
}
