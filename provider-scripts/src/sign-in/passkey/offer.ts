/**
 * Whether a passkey is offered, or why not (contract, section 11). The answer has levels, from the realm to the sign-in: each asks more than the
 * ones before it, and a question ends at the level that it needs.
 */

import type { DevicePasskey } from '../../accounts/device/device.ts';
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';
import type { OfferSchedule } from '../../realm/settings/choices.ts';

/** The facts of each level. */
export interface Facts {
  /** The Linkgate realm's switch, or the step's setting in any other. */
  setting: { isOn: boolean };
  policy: PolicyFacts;
  realm: {
    /** Whether Keycloak's action that sets up a passkey is enabled. */
    isActionEnabled: boolean;
    /** Whether the step remembers devices. */
    remembersDevices: boolean;
  };
  /** A run of the step in a stock realm. */
  step: {
    /** Whether it is in a client's browser flow. */
    isSignIn: boolean;
    /** Whether something else has proven the user before it. */
    isUserProven: boolean;
  };
  /** Whether this tab's pages have found that the device can have one. */
  device: { isCapable: boolean };
  signIn: EndingSignIn;
}

/** Keycloak's policy for passwordless WebAuthn, and the host of the realm's pages. */
export interface PolicyFacts {
  /** Whether Keycloak's passkeys are on. */
  isEnabled: boolean;
  userVerification: string | null;
  attachment: string | null;
  /** The RP ID with which passkeys are created and used. */
  rpId: string;
  host: string;
}

/** A sign-in that is about to end. */
export interface EndingSignIn {
  /** How this sign-in proved the user, such as `link`; null if it continued a session. */
  provenBy: string | null;
  /** Whether the link was returned to a backend, which then signs in as the user. */
  isReturned: boolean;
  /** Whether the account's address is proven. */
  isAddressProven: boolean;
  /** Whether the request allows a page, and asks for no action of its own. */
  allowsPage: boolean;
  /** What this device remembers of the account's offers; null if it doesn't remember the account. */
  device: DevicePasskey | null;
  /** The RP ID of passkeys that are created now. */
  rpId: string;
  /** Whether the account has any passkey. */
  hasPasskey: boolean;
  schedule: OfferSchedule;
  /** Unix seconds. */
  now: number;
}

/** The reasons against an offer, in the order in which they count. */
const REASONS = {
  setting: {
    off: ({ isOn }: Facts['setting']) => !isOn,
  },
  policy: {
    'keycloak-off': ({ isEnabled }: PolicyFacts) => !isEnabled,
    // The passkey is the only factor.
    'user-unverified': ({ userVerification }: PolicyFacts) => userVerification !== 'required',
    'separate-keys': ({ attachment }: PolicyFacts) => attachment === 'cross-platform',
    'rp-id': ({ rpId, host }: PolicyFacts) => !isRpIdOf(rpId, host),
  },
  realm: {
    'action-disabled': ({ isActionEnabled }: Facts['realm']) => !isActionEnabled,
    'devices-forgotten': ({ remembersDevices }: Facts['realm']) => !remembersDevices,
  },
  step: {
    'other-flow': ({ isSignIn }: Facts['step']) => !isSignIn,
    'user-proven': ({ isUserProven }: Facts['step']) => isUserProven,
  },
  device: {
    'device-incapable': ({ isCapable }: Facts['device']) => !isCapable,
  },
  signIn: {
    // A cross-device sign-in may have signed in a device that isn't the user's.
    'other-proof': ({ provenBy }: EndingSignIn) => provenBy !== 'link' && provenBy !== 'code',
    'returned-link': ({ isReturned }: EndingSignIn) => isReturned,
    'address-unproven': ({ isAddressProven }: EndingSignIn) => !isAddressProven,
    'no-page': ({ allowsPage }: EndingSignIn) => !allowsPage,
    'device-unknown': ({ device }: EndingSignIn) => device === null,
    declined: ({ device }: EndingSignIn) => device?.state === 'declined',
    // The device's passkey may have been removed since, or be for an RP ID that the realm had before.
    exists: ({ device, hasPasskey, rpId }: EndingSignIn) =>
      device?.state === 'exists' && hasPasskey && device.rpId === rpId,
    'offered-before': ({ device, schedule, now }: EndingSignIn) => !isDueAgain(device, schedule, now),
  },
} as const satisfies { [L in Level]: Readonly<Record<string, (facts: Facts[L]) => boolean>> };

type Level = keyof Facts;

/** The reasons of some levels. */
export type ReasonOf<L extends Level> = { [One in L]: keyof (typeof REASONS)[One] }[L];

/** The answer. */
export type Offer = 'offered' | ReasonOf<Level>;

/** How the facts are read, of the levels that matter where it is asked: a level's only if nothing before it is against an offer. */
export type Question = { readonly [L in Level]?: () => Facts[L] };

/** Whether a passkey is offered as far as the levels up to this one say, or the first reason why not. */
export function passkeyOffer<Q extends Question>(question: Q, upTo: Level & keyof Q): Offer {
  for (const level of LEVELS) {
    const [reason] = reasonsOf(question, level);
    if (reason !== undefined) return reason;
    if (level === upTo) return 'offered';
  }
  return 'offered';
}

const LEVELS = Object.keys(REASONS) as readonly Level[];

/** All reasons of a level; none if it doesn't matter here. */
export function reasonsOf<L extends Level>(question: Question, level: L): ReasonOf<L>[] {
  const facts = question[level]?.();
  if (facts === undefined) return [];
  const reasons = Object.entries<(facts: never) => boolean>(REASONS[level]);
  return reasons.filter(([, applies]) => applies(facts as never)).map(([reason]) => reason as ReasonOf<L>);
}

/** At the first sign-ins, then again after some days. */
function isDueAgain(device: DevicePasskey | null, { count, days }: OfferSchedule, now: number): boolean {
  if (device === null || device.offers < count || device.offeredAt === null) return true;
  return days > 0 && now - device.offeredAt >= days * SECONDS_PER_DAY;
}

/** The RP ID of a realm's passkeys (WebAuthn): that of Keycloak's policy, which may be empty, or else the host of its pages. */
export function rpIdFor(policyRpId: string | null, host: string): string {
  return policyRpId === null || policyRpId === '' ? host : policyRpId;
}

/**
 * Whether browsers accept an RP ID on pages of this host: only the host itself or a domain that it belongs to, and no IP address. WebAuthn's
 * related origins aren't considered.
 */
function isRpIdOf(rpId: string, host: string): boolean {
  if (/^[\d.]+$|:/.test(host)) return false;
  return host === rpId || host.endsWith(`.${rpId}`);
}
