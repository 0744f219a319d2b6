/** Separates differences from fields that can't be compared: Keycloak masks some secrets. */

import type { Json } from '../json.ts';
import type { Difference } from './diff.ts';

/**
 * Keycloak's `ComponentRepresentation.SECRET_VALUE`, shown for email passwords, the secrets of key providers, and (since 26.7) settings that an
 * authenticator doesn't declare.
 */
export const MASK = '**********';

/** The visible differences, and the paths of the masked fields. */
export function separateMasked(found: readonly Difference[]): {
  visible: Difference[];
  masked: string[];
} {
  return {
    visible: found.filter(({ before }) => !isMasked(before)),
    masked: found.filter(({ before }) => isMasked(before)).map(({ field }) => field),
  };
}

/** Whether Keycloak masks a value. The options of a key provider are lists. */
export function isMasked(value: Json | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 && value.every((one) => one === MASK) : value === MASK;
}
