/** Which realms are Linkgate realms (the host reads that the same way), and what they let others do. */
import type { RealmModel } from 'keycloak';
import { log } from '../engine/log.ts';
import { BACKEND_LINKS_ATTRIBUTE, ENABLED_ATTRIBUTE, INVITATIONS_ATTRIBUTE, isOn } from '../ids.ts';
import { keptWithRealm } from './kept-with-realm.ts';

/** Whether a realm is one. */
export function isLinkgateRealm(realm: RealmModel): boolean {
  return isOn(realm.getAttribute(ENABLED_ATTRIBUTE));
}

/** Logs that a realm's switch is neither `true` nor off: once, until the realm changes. */
export function warnOfUnclearSwitch(realm: RealmModel): void {
  keptWithRealm(realm, 'switch', () => {
    const isClear = realm.getAttribute(ENABLED_ATTRIBUTE) === 'true';
    if (!isClear)
      log.warn(`realm "${realm.getName()}": ${ENABLED_ATTRIBUTE} is neither true nor false; taken for true`);
    return isClear;
  });
}

/** Whether backends may request links; once they no longer may, a returned link signs nobody in either. */
export function takesBackendLinks(realm: RealmModel): boolean {
  return realm.getAttribute(BACKEND_LINKS_ATTRIBUTE, false) === true;
}

/** Whether users may be invited; where they no longer may, an invitation that was sent creates no account. */
export function takesInvitations(realm: RealmModel): boolean {
  return realm.getAttribute(INVITATIONS_ATTRIBUTE, false) === true;
}
