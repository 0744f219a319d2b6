/** Whether a session's user was proven so recently, by their best proof, that it may do what a session alone must not. */
import { FACTOR_LEVEL } from '../realm/levels/setting.ts';

/** How long a proof counts: ten minutes. */
export const RECENT_PROOF_SECONDS = 600;

/** Whether a proof, in Unix seconds, counts at `now`; null if the user was never proven in the session. */
export function isProofRecent(provenAt: number | null, now: number): boolean {
  return provenAt !== null && now - provenAt <= RECENT_PROOF_SECONDS;
}

/**
 * When a session's user last proved a second factor, in Unix seconds; null for never.
 *
 * @param levels Keycloak's note of the session: the time of each level that was reached, as JSON
 */
export function factorProvenAt(levels: string | null): number | null {
  if (levels === null) return null;
  let last: number | null = null;
  for (const [level, at] of Object.entries(JSON.parse(levels) as Record<string, number>))
    if (Number(level) >= FACTOR_LEVEL && (last === null || at > last)) last = at;
  return last;
}
