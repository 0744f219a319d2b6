/** Whether a realm tells accounts of sign-ins on new devices. */
import type { RealmModel } from 'keycloak';
import { NEW_DEVICE_NOTICES_ATTRIBUTE, sendsNewDeviceNotices } from './new-device-notices.ts';

/** Whether the realm has them on. */
export function hasNewDeviceNoticesOn(realm: RealmModel): boolean {
  return sendsNewDeviceNotices(realm.getAttribute(NEW_DEVICE_NOTICES_ATTRIBUTE));
}
