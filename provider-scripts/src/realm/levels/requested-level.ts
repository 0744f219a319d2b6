/** The authentication level of a request that doesn't name one, and the level that a sign-in requires (Keycloak's step-up authentication). */
import type { AuthenticationSessionModel, ClientModel } from 'keycloak';

const AcrUtils = Java.type('org.keycloak.protocol.oidc.utils.AcrUtils');

/** Keycloak's client note of the level (`Constants.REQUESTED_LEVEL_OF_AUTHENTICATION`). */
const NOTE = 'requested-level-of-authentication';

/** Keycloak's client note that a request calls its level essential (`Constants.FORCE_LEVEL_OF_AUTHENTICATION`). */
const FORCED_NOTE = 'force-level-of-authentication';

/** The level of an unmapped value (`Constants.MINIMUM_LOA`). */
const LOWEST = 0;

/**
 * Returns the note that `/auth` sets for a request without `claims`, as `AuthorizationEndpoint.updateAuthenticationSession` does: the lowest level
 * of `acr_values`, or else of the client's default values, raised to its minimum; nothing for a client that has neither.
 */
export function requestedLevel(client: ClientModel, acrValues: string | null = null): Record<string, string> {
  const level = lowestLevel(client, acrValues);
  return level === null ? {} : { [NOTE]: String(level) };
}

/** The same as a number; null for none. */
export function lowestLevel(client: ClientModel, acrValues: string | null): number | null {
  const levels: number[] = [];
  for (const value of AcrUtils.getAcrValues(null, acrValues, client))
    levels.push(levelOf(client, value) ?? LOWEST);
  return levels.length === 0 ? null : Math.min(...levels);
}

/** The level of a value, as `AuthorizationEndpoint` maps it; null for one that stands for none. */
export function levelOf(client: ClientModel, value: string): number | null {
  const mapped = AcrUtils.getAcrLoaMap(client).get(value);
  if (mapped !== null && mapped !== undefined) return Number(mapped);
  return /^[+-]?\d{1,9}$/.test(value) ? Number(value) : null;
}

/**
 * Raises the level that a tab requests to its client's minimum, as `AuthorizationEndpoint` does when a request arrives: the client may have
 * got one since then, and links are kept with their request.
 */
export function raiseToMinimum(tab: AuthenticationSessionModel): void {
  const minimum = minimumLevel(tab.getClient());
  if (minimum !== null) raiseTo(tab, minimum);
}

/** The level below which a client's sign-ins aren't completed; null for a client that has none. */
export function minimumLevel(client: ClientModel): number | null {
  const value = AcrUtils.getMinimumAcrValue(client) ?? '';
  return value === '' ? null : (levelOf(client, value) ?? LOWEST);
}

/** Raises the level that a tab requests. */
export function raiseTo(tab: AuthenticationSessionModel, level: number): void {
  if (Number(tab.getClientNote(NOTE) ?? LOWEST) < level) tab.setClientNote(NOTE, String(level));
}

/**
 * Returns the level that a tab's sign-in must reach: the client's minimum, or a level that the request calls essential. A voluntary level
 * (`acr_values`, the client's default) counts as the lowest: the application reads the reached level from `acr`.
 */
export function requiredLevel(tab: AuthenticationSessionModel): number {
  const isForced = tab.getClientNote(FORCED_NOTE) === 'true';
  return isForced || minimumLevel(tab.getClient()) !== null
    ? Number(tab.getClientNote(NOTE) ?? LOWEST)
    : LOWEST;
}
