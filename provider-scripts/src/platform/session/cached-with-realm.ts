/** Caches values derived from a realm's settings until the realm changes, as long as Keycloak itself caches the realm. */

import type { CachedRealmModel as CachedRealm, RealmModel } from 'keycloak';
import { currentTime } from '../engine/clock.ts';
import { log } from '../engine/log.ts';
import { sealed } from '../engine/seal.ts';

const CachedRealmModel = Java.type('org.keycloak.models.cache.CachedRealmModel');

/** What is cached with a realm; some with what it is of. Each has one file that computes it: two would read each other's values. */
export type CachedName =
  | 'branding'
  | 'client options'
  | 'configured-addresses'
  | 'email-feedback'
  | 'email-routes'
  | 'enabled'
  | `first login ${string}`
  | 'is-linkgate'
  | 'languages'
  | 'limits'
  | `messages.${string}`
  | 'new-device-notices'
  | `other step ${string}`
  | 'own steps'
  | 'policy flows'
  | `settings ${string}`
  | 'settings-said'
  | 'shield'
  | 'sign-up-rules'
  | 'smtp'
  | 'smtp-properties'
  | `smtp-properties ${string}`
  | 'ssl-required'
  | `step ${string}`
  | 'switch'
  | 'usual requests'
  | 'user-stores';

/** All values with known names, in one object, so that a request reads them at once. A new one replaces the object: threads share it. */
type Known = Readonly<Record<string, unknown>>;
const KNOWN = 'linkgate';

/** Whether anything is cached with the realm: not if Keycloak is configured to cache no realms. */
export function isCached(realm: RealmModel): realm is CachedRealm {
  return realm instanceof CachedRealmModel;
}

/**
 * Returns the cached value, or computes it. All threads share it.
 *
 * @param name one of few that are in use; for a value for each client, see `cachedAmongMany`
 * @param compute reads only the realm; returns plain values, or a Java object that any thread may use; neither null nor undefined
 */
export function cachedWithRealm<T>(realm: RealmModel, name: CachedName, compute: () => T): T {
  if (!isCached(realm)) return compute();
  const own = Java.valuesOf(realm) as { known?: Known };
  if (own.known?.[name] === undefined) own.known = knownTo(realm);
  const known = own.known[name];
  if (known !== undefined) return known as T;
  const computed = sealed(compute());
  own.known = addTo(realm.getCachedWith(), name, computed);
  return computed;
}

function knownTo(realm: CachedRealm): Known {
  return (realm.getCachedWith().get(KNOWN) ?? {}) as Known;
}

/** Adds a value to what is known, with what other threads have added meanwhile. */
function addTo(cache: ReturnType<CachedRealm['getCachedWith']>, name: string, value: unknown): Known {
  for (;;) {
    const before = cache.get(KNOWN) as Known | null;
    const after: Known = { ...(before ?? {}), [name]: value };
    Java.seal(after);
    if (before === null ? cache.putIfAbsent(KNOWN, after) === null : cache.replace(KNOWN, before, after))
      return after;
  }
}

/** Like `cachedWithRealm`, for a value that has one of many names: each is read by itself. */
export function cachedAmongMany<T>(realm: RealmModel, name: CachedName, compute: () => T): T {
  if (!isCached(realm)) return compute();
  const cache = realm.getCachedWith();
  const key = `linkgate.${name}`;
  const cached = cache.get(key) as T | null;
  if (cached !== null) return cached;
  const computed = sealed(compute());
  cache.put(key, computed);
  return computed;
}

/** A cached value, and when it is computed anew, in Unix seconds. */
interface Refreshed<T> {
  value: T;
  until: number;
}

/**
 * Returns a cached value that depends on more than the realm: every few seconds one caller computes it anew. The others, and all of them while
 * that fails, get the previous value.
 *
 * @param fallback the previous value, if there is none
 * @param compute returns a plain value
 */
export function refreshedWithRealm<T>(
  realm: RealmModel,
  { name, seconds, fallback }: { name: CachedName; seconds: number; fallback: T },
  compute: () => T,
): T {
  if (!isCached(realm)) return compute();
  const cache = realm.getCachedWith();
  const key = `linkgate.${name}`;
  const put = (value: T): T => {
    const refreshed: Refreshed<T> = sealed({ value, until: currentTime() + seconds });
    cache.put(key, refreshed);
    return refreshed.value;
  };
  const cached = cache.get(key) as Refreshed<T> | null;
  if (cached !== null && cached.until > currentTime()) return cached.value;
  if (cached !== null) put(cached.value);
  try {
    return put(compute());
  } catch (failure) {
    log.warn(`realm "${realm.getName()}": ${name} couldn't be read: ${String(failure)}`);
    return put(cached === null ? fallback : cached.value);
  }
}
