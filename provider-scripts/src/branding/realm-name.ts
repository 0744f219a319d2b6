/** The name of a realm, as users are shown it. */
import type { RealmModel } from 'keycloak';

/** Its display name; its own name where it has none, or only blanks. */
export function realmName(realm: RealmModel): string {
  return (realm.getDisplayName() ?? '').trim() || realm.getName();
}
