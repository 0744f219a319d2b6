/** Caches values derived from a realm's settings until the realm changes, as long as Keycloak itself caches the realm. */
import type { RealmModel } from 'keycloak';
import { sealed } from '../engine/seal.ts';

const CachedRealmModel = Java.type('org.keycloak.models.cache.CachedRealmModel');

/**
 * Returns the cached value, or computes it by `make`. All threads share it.
 *
 * @param name the key in the cache
 * @param compute reads only the realm; returns plain values, or a Java object that any thread may use
 */
export function cachedWithRealm<T>(realm: RealmModel, name: string, compute: () => T): T {
  // If Keycloak is configured to cache no realms, nothing is cached here.
  if (!CachedRealmModel.class.isInstance(realm)) return compute();
  const cache = realm.getCachedWith();
  const key = `linkgate.${name}`;
  const cached = cache.get(key) as T | null;
  if (cached !== null) return cached;
  const computed = sealed(compute());
  cache.put(key, computed);
  return computed;
}
