/** Keycloak's stored admin events, as an administrator reads them. */
import type AdminEventRepresentation from '@keycloak/keycloak-admin-client/lib/defs/adminEventRepresentation.js';
import { admin } from './admin.ts';
import { configureEvents } from './events.ts';

/** Enables admin events with request bodies in a realm; the returned function restores the setting. */
export async function storeAdminEvents(realm: string): Promise<() => Promise<void>> {
  const put = (enabled: boolean) =>
    configureEvents(realm, { adminEventsEnabled: enabled, adminEventsDetailsEnabled: enabled });
  await put(true);
  return async () => put(false);
}

/** The admin events since an instant (Unix milliseconds), newest first. */
export async function adminEventsSince(realm: string, since: number): Promise<AdminEventRepresentation[]> {
  const found = await (await admin()).realms.findAdminEvents({ realm, max: 1000 });
  return found.filter(({ time = 0 }) => time >= since);
}
