/** A recognised device: a browser with a signed cookie, and the accounts whose links were used in it (contract, section 3.5). */

/** How long a device is recognised after a link was used in it: 180 days. */
export const DEVICE_LIFETIME_SECONDS = 15_552_000;

/** The maximum number of accounts on a device. */
export const MAX_DEVICE_ACCOUNTS = 8;

/** A database row of an account on a device. Times are Unix seconds. */
export interface DeviceRow {
  userId: string;
  lastUsedAt: number;
}

/** What a device remembers of an account's passkey: whether it has one, or the user wants none there; and the offers so far. */
export interface DevicePasskey {
  state: 'exists' | 'declined' | null;
  /** The RP ID that the passkey is for; null without one. */
  rpId: string | null;
  /** How often it was offered. */
  offers: number;
  /** When it was offered last. */
  offeredAt: number | null;
}

/** Returns the accounts to remove if there are too many: the least recently used, never the one just used. */
export function accountsBeyondLimit(rows: readonly DeviceRow[], justUsed: string): string[] {
  const others = rows.filter(({ userId }) => userId !== justUsed);
  return others
    .slice()
    .sort((one, other) => other.lastUsedAt - one.lastUsedAt)
    .slice(MAX_DEVICE_ACCOUNTS - 1)
    .map(({ userId }) => userId);
}
