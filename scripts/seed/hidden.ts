/** Separates what differs from what can't be compared: Keycloak masks some secrets. */

import type { Json } from '../json.ts';
import type { Difference } from './diff.ts';

/** Keycloak's `ComponentRepresentation.SECRET_VALUE`: of email passwords and of the secrets of key providers. */
const MASK = '**********';

/** Visible differences, and the paths of the declared fields that are masked. */
export function partHidden(found: readonly Difference[]): { seen: Difference[]; hidden: string[] } {
  return {
    seen: found.filter(({ before }) => !isMasked(before)),
    hidden: found.filter(({ before }) => isMasked(before)).map(({ field }) => field),
  };
}

/** The options of a key provider are lists. */
function isMasked(value: Json | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 && value.every((one) => one === MASK) : value === MASK;
}
