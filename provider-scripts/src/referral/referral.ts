/** What a referral code is. */

/** A code as the database has it. Times are Unix seconds. */
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
