/** Whether a realm is a Linkgate realm (the host decides it the same way), and which optional features it allows. */

import type { RealmModel } from 'keycloak';
import { log } from '../../platform/engine/log.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { settingOf } from './of.ts';
import { REALM, type RealmKind } from './table.ts';

/** Whether a realm is a Linkgate realm. */
export function isLinkgateRealm(realm: RealmModel): boolean {
  return cachedWithRealm(realm, 'is-linkgate', () => settingOf(realm, REALM.enabled));
}

/** The kind of a realm. */
export function kindOf(realm: RealmModel): RealmKind {
  return isLinkgateRealm(realm) ? 'linkgate' : 'stock';
}

/** Warns about a realm's switch that is neither true nor false, once until the realm changes. */
export function warnOfUnclearSwitch(realm: RealmModel): void {
  cachedWithRealm(realm, 'switch', () => {
    const isClear = realm.getAttribute(REALM.enabled.name) === 'true';
    if (!isClear)
      log.warn(
        `realm "${realm.getName()}": ${REALM.enabled.name} is neither true nor false; treated as true`,
      );
    return isClear;
  });
}

/** Whether backends may request links; if not, links returned earlier are rejected, too. */
export function allowsBackendLinks(realm: RealmModel): boolean {
  return settingOf(realm, REALM.backendLinks);
}

/** Whether users may be invited; if not, invitations sent earlier create no accounts. */
export function allowsInvitations(realm: RealmModel): boolean {
  return settingOf(realm, REALM.invitations);
}
