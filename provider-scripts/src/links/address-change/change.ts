/** A change of an account's address, which takes effect once both addresses have confirmed it. */

/** The account's address before the change, and the one after it. */
export type Side = 'old' | 'new';

/** How long it can be confirmed: an hour. */
export const CHANGE_LIFETIME_SECONDS = 3600;

/** A change, as its row stores it; addresses are normalised, times are Unix seconds. */
export interface AddressChange {
  id: string;
  userId: string;
  oldEmail: string;
  newEmail: string;
  /** When each address confirmed it; null before. */
  confirmedAt: Readonly<Record<Side, number | null>>;
  expiresAt: number;
}

/** Whether it can be confirmed at `now`. */
export function isPending({ expiresAt }: AddressChange, now: number): boolean {
  return expiresAt > now;
}

/** Whether both addresses have confirmed it, with this confirmation. */
export function isComplete({ confirmedAt }: AddressChange, side: Side): boolean {
  return confirmedAt[side === 'old' ? 'new' : 'old'] !== null;
}

/** The facts about the account at the last confirmation. */
export interface ChangeFacts {
  isEnabled: boolean;
  /** Whether the account still has the old address. */
  hasOldAddress: boolean;
  /** Whether another account, or several, have the new one. */
  isTaken: boolean;
}

export function mayTakeEffect({ isEnabled, hasOldAddress, isTaken }: ChangeFacts): boolean {
  return isEnabled && hasOldAddress && !isTaken;
}
