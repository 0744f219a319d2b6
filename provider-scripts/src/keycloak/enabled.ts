/** Which realms are Linkgate realms; the host reads it the same way. */
import type { RealmModel } from 'keycloak';
import { ENABLED_ATTRIBUTE } from '../ids.ts';

/** Whether a realm is one. */
export function isLinkgateRealm(realm: RealmModel): boolean {
  return realm.getAttribute(ENABLED_ATTRIBUTE, false) === true;
}
