/**
 * Identifiers of rows in the order in which they are made (UUID version 7: RFC 9562, section 5.7): what is listed by the second that it was
 * made in has an order within that second, too.
 */
import { timeOrdered } from './time-ordered.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');
const Time = Java.type('org.keycloak.common.util.Time');

/** A new one. */
export function newRowId(): string {
  return timeOrdered(millisNow(), KeycloakModelUtils.generateId());
}

/** So many for rows that are made at once: what has the first of them is listed before the others, the newest being listed first. */
export function newRowIds(count: number): string[] {
  const now = millisNow();
  const ids: string[] = [];
  for (let place = count - 1; place >= 0; place--)
    ids.push(timeOrdered(now, KeycloakModelUtils.generateId(), place));
  return ids;
}

function millisNow(): number {
  return Number(Time.currentTimeMillis());
}
