/** Keycloak's stored user events, as an administrator reads them. */
import type EventRepresentation from '@keycloak/keycloak-admin-client/lib/defs/eventRepresentation.js';
import { admin } from './admin.ts';

/** Enables events in a realm; the returned function restores the setting. */
export async function storeEvents(realm: string): Promise<() => Promise<void>> {
  const put = async (eventsEnabled: boolean) => {
    const api = await admin();
    const config = await api.realms.getConfigEvents({ realm });
    await api.realms.updateConfigEvents({ realm }, { ...config, eventsEnabled });
  };
  await put(true);
  return async () => put(false);
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
