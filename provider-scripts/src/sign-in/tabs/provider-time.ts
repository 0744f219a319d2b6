/**
 * When the user of a tab was authenticated by an identity provider, which Keycloak tells clients as `auth_time`. It belongs to the user who comes
 * back from the provider: whatever else proves a user in the same tab proves it now.
 */
import type { AuthenticationSessionModel } from 'keycloak';

/** Keycloak's client note of it (`AuthenticationManager.AUTH_TIME_BROKER`), in Unix seconds; Keycloak keeps it as long as the tab's request. */
const PROVIDER_TIME_NOTE = 'AUTH_TIME_BROKER';

/** Records it; null if it is unknown. */
export function setProviderTime(tab: AuthenticationSessionModel, at: number | null): void {
  if (at !== null) tab.setClientNote(PROVIDER_TIME_NOTE, String(at));
  else if (tab.getClientNote(PROVIDER_TIME_NOTE) !== null) tab.removeClientNote(PROVIDER_TIME_NOTE);
}
