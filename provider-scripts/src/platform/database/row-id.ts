/**
 * Row identifiers in order of creation (UUID version 7: RFC 9562, section 5.7), so that rows created in the same second have an
 * order, too.
 */
import { currentMillis } from '../engine/clock.ts';
import { timeOrdered } from './time-ordered.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

/** A new identifier. */
export function newRowId(): string {
  return timeOrdered(currentMillis(), KeycloakModelUtils.generateId());
}

/** `count` identifiers for rows created together. With the newest listed first, the row with the first identifier comes first. */
export function newRowIds(count: number): string[] {
  const now = currentMillis();
  const ids: string[] = [];
  for (let place = count - 1; place >= 0; place--)
    ids.push(timeOrdered(now, KeycloakModelUtils.generateId(), place));
  return ids;
}
