/** Whether a realm tells accounts of sign-ins on new devices. */
import type { RealmModel } from 'keycloak';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { NEW_DEVICE_NOTICES_ATTRIBUTE } from './new-device-notices.ts';
import { isSwitchedOn } from './switch.ts';

/** Whether the realm has them on. */
export function hasNewDeviceNoticesOn(realm: RealmModel): boolean {
  return cachedWithRealm(realm, 'new-device-notices', () =>
    isSwitchedOn(realm.getAttribute(NEW_DEVICE_NOTICES_ATTRIBUTE)),
  );
}
