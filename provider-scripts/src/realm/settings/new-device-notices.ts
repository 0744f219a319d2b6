/** The realm's setting for notices of sign-ins on new devices. */

/** The realm attribute that has an account told by email of a sign-in on a device that doesn't remember it. */
export const NEW_DEVICE_NOTICES_ATTRIBUTE = 'linkgate.new-device-notices';
