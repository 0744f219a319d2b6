/** The realm's setting for notices of sign-ins on new devices. */

/** The realm attribute that has an account told by email of a sign-in on a device that doesn't remember it. */
export const NEW_DEVICE_NOTICES_ATTRIBUTE = 'linkgate.new-device-notices';

/** Whether accounts are told; the first is the default. */
export const NEW_DEVICE_NOTICE_MODES = ['off', 'on'] as const;

/** Whether the attribute turns the notices on; any value but `on` counts as off. */
export function sendsNewDeviceNotices(attribute: unknown): boolean {
  return attribute === 'on';
}
