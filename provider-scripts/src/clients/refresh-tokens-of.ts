/** How long users stay signed in to a client: its setting, where the realm's own settings permit it. */

import type { ClientModel, RealmModel } from 'keycloak';
import type { RefreshTokens } from '../realm/settings/choices.ts';
import { settingOf } from '../realm/settings/of.ts';
import { CLIENT } from '../realm/settings/table.ts';
import type { ClientFacts } from './read-client.ts';
import { outlivesSession } from './refresh-tokens.ts';

/** The setting in force for a client. */
export function refreshTokensOf(client: ClientFacts): RefreshTokens {
  const stay = settingOf(client, CLIENT.refreshTokens);
  return stay === 'off' ? 'off' : refreshTokensWith(client.getRealm(), stay);
}

/**
 * The setting in force for a client with this one. A realm whose refresh tokens don't rotate, or never expire, issues none: Keycloak's own
 * settings decide that for the whole realm.
 */
export function refreshTokensWith(realm: RealmModel, stay: RefreshTokens): RefreshTokens {
  const rotates = realm.isRevokeRefreshToken() && realm.getRefreshTokenMaxReuse() === 0;
  const expires = !outlivesSession(stay) || realm.isOfflineSessionMaxLifespanEnabled();
  return rotates && expires ? stay : 'off';
}

/** The days for which they stay signed in; null if only their session does that. */
export function stayDaysOf(client: ClientModel): number | null {
  const stay = refreshTokensOf(client);
  return outlivesSession(stay) ? stay.days : null;
}
