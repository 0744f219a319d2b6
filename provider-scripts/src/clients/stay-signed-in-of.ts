/** How long users stay signed in to a client: its setting, where the realm's own settings permit it. */
import type { ClientModel, RealmModel } from 'keycloak';
import {
  outlivesSession,
  readStaySignedIn,
  STAY_SIGNED_IN_ATTRIBUTE,
  type StaySignedIn,
} from './stay-signed-in.ts';

/** The setting in force for a client. */
export function staySignedInOf(client: ClientModel): StaySignedIn {
  const stay = readStaySignedIn(client.getAttribute(STAY_SIGNED_IN_ATTRIBUTE));
  return stay === 'off' ? 'off' : staySignedInWith(client.getRealm(), stay);
}

/**
 * The setting in force for a client with this one. A realm whose refresh tokens don't rotate, or never expire, issues none: Keycloak's own
 * settings decide that for the whole realm.
 */
export function staySignedInWith(realm: RealmModel, stay: StaySignedIn): StaySignedIn {
  const rotates = realm.isRevokeRefreshToken() && realm.getRefreshTokenMaxReuse() === 0;
  const expires = !outlivesSession(stay) || realm.isOfflineSessionMaxLifespanEnabled();
  return rotates && expires ? stay : 'off';
}
