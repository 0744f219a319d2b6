/** Keycloak's stored user events, as an administrator reads them. */
import type EventRepresentation from '@keycloak/keycloak-admin-client/lib/defs/eventRepresentation.js';
import type { RealmEventsConfigRepresentation } from '@keycloak/keycloak-admin-client/lib/defs/realmEventsConfigRepresentation.js';
import { admin } from './admin.ts';

/** Changes which events a realm stores. */
export async function configureEvents(realm: string, change: RealmEventsConfigRepresentation): Promise<void> {
  const { realms } = await admin();
  await realms.updateConfigEvents({ realm }, { ...(await realms.getConfigEvents({ realm })), ...change });
}

/**
 * Enables events in a realm; the returned function restores the setting.
 * @param more types beside those that Keycloak stores by default
 */
export async function storeEvents(realm: string, more: readonly string[] = []): Promise<() => Promise<void>> {
  const before = (await (await admin()).realms.getConfigEvents({ realm })).enabledEventTypes ?? [];
  const put = (eventsEnabled: boolean, enabledEventTypes: string[]) =>
    configureEvents(realm, { eventsEnabled, enabledEventTypes });
  await put(true, [...before, ...more]);
  return async () => put(false, before);
}

/** The events since an instant (Unix milliseconds), newest first; `name` is that of a user event of Linkgate. */
export async function eventsSince(
  realm: string,
  since: number,
  name?: string,
): Promise<EventRepresentation[]> {
  const found = await (await admin()).realms.findEvents({ realm, max: 1000 });
  return found.filter(
    (event) => (event.time ?? 0) >= since && (name === undefined || event.details?.linkgate === name),
  );
}

/** The registrations since an instant, oldest first: Keycloak's type and Linkgate's detail `method`, which Keycloak's own has none of. */
export async function registrationsSince(realm: string, since: number): Promise<[string, string | null][]> {
  const told = await eventsSince(realm, since);
  return told
    .filter(({ type, details }) => String(type) === 'REGISTER' || details?.linkgate === 'user_registered')
    .map(({ type, details }): [string, string | null] => [
      String(type),
      details?.linkgate === undefined ? null : (details.method ?? null),
    ])
    .toReversed();
}
