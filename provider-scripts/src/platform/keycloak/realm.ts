/** The realm of a request; whether a realm is a Linkgate realm (the host decides it the same way), and which optional features it allows. */
import type { KeycloakSession, RealmModel } from 'keycloak';
import { log } from '../engine/log.ts';
import { cachedWithRealm } from '../session/cached-with-realm.ts';
import { BACKEND_LINKS_ATTRIBUTE, ENABLED_ATTRIBUTE, INVITATIONS_ATTRIBUTE, isOn } from './realm-switches.ts';

/** Returns the request's realm; calling this outside a realm is a bug in the caller. */
export function requireRealm(session: KeycloakSession) {
  const realm = session.getContext().getRealm();
  if (realm === null) throw new Error('this request has no realm');
  return realm;
}

/** Returns the identifier of the request's realm. */
export function realmIdOf(session: KeycloakSession): string {
  return requireRealm(session).getId();
}

export function isLinkgateRealm(realm: RealmModel): boolean {
  return cachedWithRealm(realm, 'is-linkgate', () => isOn(realm.getAttribute(ENABLED_ATTRIBUTE)));
}

/** Warns about a realm's switch that is neither true nor false, once until the realm changes. */
export function warnOfUnclearSwitch(realm: RealmModel): void {
  cachedWithRealm(realm, 'switch', () => {
    const isClear = realm.getAttribute(ENABLED_ATTRIBUTE) === 'true';
    if (!isClear)
      log.warn(`realm "${realm.getName()}": ${ENABLED_ATTRIBUTE} is neither true nor false; treated as true`);
    return isClear;
  });
}

/** Whether backends may request links; if not, links returned earlier are rejected, too. */
export function allowsBackendLinks(realm: RealmModel): boolean {
  return realm.getAttribute(BACKEND_LINKS_ATTRIBUTE, false) === true;
}

/** Whether users may be invited; if not, invitations sent earlier create no accounts. */
export function allowsInvitations(realm: RealmModel): boolean {
  return realm.getAttribute(INVITATIONS_ATTRIBUTE, false) === true;
}
