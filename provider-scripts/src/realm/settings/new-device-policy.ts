/** Whether a realm tells accounts of sign-ins on new devices. */

import type { RealmModel } from 'keycloak';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { settingOf } from './of.ts';
import { REALM } from './table.ts';

/** Whether the realm has them on. */
export function hasNewDeviceNoticesOn(realm: RealmModel): boolean {
  return cachedWithRealm(realm, 'new-device-notices', () => settingOf(realm, REALM.newDeviceNotices));
}
