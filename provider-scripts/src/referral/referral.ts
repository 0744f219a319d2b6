/** The type of a referral code. */

/** A code's database row. Times are Unix seconds. */
export interface ReferralRow {
  id: string;
  /** The hash of the code. */
  key: string;
  clientUuid: string | null;
  maxUses: number;
  uses: number;
  createdAt: number;
  expiresAt: number | null;
}
