/** The name of a realm as shown to users. */
import type { RealmModel } from 'keycloak';

/** The display name; the realm's own name if that is blank. */
export function realmName(realm: RealmModel): string {
  return (realm.getDisplayName() ?? '').trim() || realm.getName();
}
