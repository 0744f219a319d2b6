/** When a user is offered a passkey (contract, section 11). */

import type { DevicePasskey } from '../../accounts/device/device.ts';
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';
import type { OfferSchedule } from '../../realm/settings/choices.ts';

/** The facts about a sign-in that is about to end. */
export interface OfferFacts {
  /** How this sign-in proved the user, such as `link`; null if it continued a session. */
  provenBy: string | null;
  /** Whether the link was returned to a backend, which then signs in as the user. */
  isReturned: boolean;
  /** Whether the account's address is proven. */
  isAddressProven: boolean;
  /** Whether this tab's pages have found that the device can have one. */
  isDeviceCapable: boolean;
  /** What this device remembers of the account's offers; null if it doesn't remember the account. */
  device: DevicePasskey | null;
  /** The RP ID of passkeys that are created now. */
  rpId: string;
  /** Whether the account has any passkey. */
  hasPasskey: boolean;
  /** Whether the request allows a page, and asks for no action of its own. */
  allowsPage: boolean;
}

/** Whether the offer is due at `now` (Unix seconds). */
export function isOfferDue(facts: OfferFacts, schedule: OfferSchedule, now: number): boolean {
  const { provenBy, isReturned, isAddressProven, isDeviceCapable, device, rpId, hasPasskey, allowsPage } =
    facts;
  // A cross-device sign-in may have signed in a device that isn't the user's.
  if (provenBy !== 'link' && provenBy !== 'code') return false;
  if (isReturned || !isAddressProven || !isDeviceCapable || !allowsPage || device === null) return false;
  if (device.state === 'declined') return false;
  // The device's passkey may have been removed since, or be for an RP ID that the realm had before.
  if (device.state === 'exists' && hasPasskey && device.rpId === rpId) return false;
  if (device.offers < schedule.count || device.offeredAt === null) return true;
  return schedule.days > 0 && now - device.offeredAt >= schedule.days * SECONDS_PER_DAY;
}
