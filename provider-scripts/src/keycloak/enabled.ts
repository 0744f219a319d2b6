/** Which realms are Linkgate realms (the host reads that the same way), and what they let others do. */
import type { RealmModel } from 'keycloak';
import { BACKEND_LINKS_ATTRIBUTE, ENABLED_ATTRIBUTE, INVITATIONS_ATTRIBUTE } from '../ids.ts';

/** Whether a realm is one. */
export function isLinkgateRealm(realm: RealmModel): boolean {
  return realm.getAttribute(ENABLED_ATTRIBUTE, false) === true;
}

/** Whether backends may request links; once they no longer may, a returned link signs nobody in either. */
export function takesBackendLinks(realm: RealmModel): boolean {
  return realm.getAttribute(BACKEND_LINKS_ATTRIBUTE, false) === true;
}

/** Whether people may be invited; where they no longer may, an invitation that was sent creates no account. */
export function takesInvitations(realm: RealmModel): boolean {
  return realm.getAttribute(INVITATIONS_ATTRIBUTE, false) === true;
}
