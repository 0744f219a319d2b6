/** Whether a session's user was proven so recently that the page may do what a session alone must not. */

/** How long a proof counts: ten minutes. */
export const RECENT_PROOF_SECONDS = 600;

/** Whether a proof, in Unix seconds, counts at `now`; null if the user was never proven in the session. */
export function isProofRecent(provenAt: number | null, now: number): boolean {
  return provenAt !== null && now - provenAt <= RECENT_PROOF_SECONDS;
}
