/** The realm's settings for passkeys. */

/** The realm attribute that has passkeys offered after a sign-in by email. */
export const PASSKEYS_ATTRIBUTE = 'linkgate.passkeys';

/** The realm attribute with how often a device gets the offer. */
export const PASSKEY_OFFERS_ATTRIBUTE = 'linkgate.passkey-offers';

/** `count/days`: at the first `count` sign-ins, then again after `days` days; with 0 days never again. */
export const PASSKEY_OFFERS_SHAPE = /^([1-9]\d?)\/(0|[1-9]\d{0,2})$/;

/** Applies if the attribute is absent or malformed. */
export const DEFAULT_PASSKEY_OFFERS = '3/30';

/** How often a device gets the offer. */
export interface OfferSchedule {
  /** At how many sign-ins in a row. */
  count: number;
  /** After how many days again; 0 for never. */
  days: number;
}

/** Reads how often the offer is made. */
export function readOfferSchedule(attribute: string | null): OfferSchedule {
  const [, count, days] =
    PASSKEY_OFFERS_SHAPE.exec(attribute ?? '') ?? PASSKEY_OFFERS_SHAPE.exec(DEFAULT_PASSKEY_OFFERS) ?? [];
  return { count: Number(count), days: Number(days) };
}
