/** What is worked out from a realm's settings is kept until the realm changes, as long as Keycloak itself keeps the realm. */
import type { RealmModel } from 'keycloak';
import { sealed } from '../engine/seal.ts';

const CachedRealmModel = Java.type('org.keycloak.models.cache.CachedRealmModel');

/**
 * What `make` gives, from the realm's cache where it was made before. All threads share it.
 *
 * @param name what it is kept under
 * @param make takes from the realm only; gives plain values, or an object of Java's that any thread may use
 */
export function keptWithRealm<T>(realm: RealmModel, name: string, make: () => T): T {
  // Where Keycloak is told to cache no realms, nothing is kept.
  if (!CachedRealmModel.class.isInstance(realm)) return make();
  const kept = realm.getCachedWith();
  const key = `linkgate.${name}`;
  const known = kept.get(key) as T | null;
  if (known !== null) return known;
  const made = sealed(make());
  kept.put(key, made);
  return made;
}
