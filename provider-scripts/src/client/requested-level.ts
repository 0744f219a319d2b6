/** The level of authentication that a client wants where its request says nothing of that (Keycloak's step-up authentication). */
import type { AuthenticationSessionModel, ClientModel } from 'keycloak';

const AcrUtils = Java.type('org.keycloak.protocol.oidc.utils.AcrUtils');

/** Keycloak's client note of the level (`Constants.REQUESTED_LEVEL_OF_AUTHENTICATION`). */
const NOTE = 'requested-level-of-authentication';

/** Keycloak's client note that a request calls its level essential (`Constants.FORCE_LEVEL_OF_AUTHENTICATION`). */
const FORCED_NOTE = 'force-level-of-authentication';

/** The level of a value that no mapping has (`Constants.MINIMUM_LOA`). */
const LOWEST = 0;

/**
 * What `/auth` notes for a request without `acr_values` and `claims`, as `AuthorizationEndpoint.updateAuthenticationSession` does: the
 * min level of the client's default values, none of them below its minimum; nothing for a client that has neither.
 */
export function requestedLevel(client: ClientModel): Record<string, string> {
  const mapped = AcrUtils.getAcrLoaMap(client);
  const levels: number[] = [];
  for (const value of AcrUtils.getAcrValues(null, null, client))
    levels.push(Number(mapped.get(value) ?? (/^[+-]?\d{1,9}$/.test(value) ? value : LOWEST)));
  return levels.length === 0 ? {} : { [NOTE]: String(Math.min(...levels)) };
}

/**
 * The level without which a tab's sign-in isn't to end: the client has a minimum, or the request calls a level essential. A level that is only
 * wished for (`acr_values`, the client's default) counts as the lowest: the application reads in `acr` what it got.
 */
export function requiredLevel(tab: AuthenticationSessionModel): number {
  const isForced = tab.getClientNote(FORCED_NOTE) === 'true';
  const hasMinimum = (AcrUtils.getMinimumAcrValue(tab.getClient()) ?? '') !== '';
  return isForced || hasMinimum ? Number(tab.getClientNote(NOTE) ?? LOWEST) : LOWEST;
}
