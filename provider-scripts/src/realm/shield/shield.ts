/** The shield: who causes an email proves first that it cost them some work, unless they have proven more before. */
import type { KeycloakSession } from 'keycloak';
import { count } from '../../observability/metrics/count.ts';
import { tally } from '../../observability/metrics/tally.ts';
import { SUSPECTED } from '../../observability/statistics/names.ts';
import { sha256 } from '../../platform/engine/bytes.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import type { Suspicion } from '../../platform/limits/suspicions.ts';
import { limitKeyOf } from '../limits/count.ts';
import type { LimitStatus } from '../limits/limit-status.ts';
import { type LimitKey, limitStatusUnder, type Reservation } from '../limits/rows.ts';
import { type Sighting, seeUnknown } from '../limits/sightings.ts';
import type { ShieldMode } from '../settings/choices.ts';
import { needsChallenge } from '../sign-up-rules/rules.ts';
import { type Asking, askAfterUse, proofIn } from './proof.ts';
import { suspicionsOf } from './suspicion.ts';
import { usualRequests } from './usual.ts';

/** Who causes an email. */
export type Cause =
  /** Anyone; `typed` is the address or name that was given, normalised, never one that it stands for. `response` is null if there is none. */
  | { by: 'stranger'; typed: string; response: string | null }
  /** A backend with its role, or who has a link, an invitation or another factor. */
  | { by: 'backend' | 'holder' };

/** What the shield makes of a request. */
export interface Judgement {
  suspicions: readonly Suspicion[];
  /** Set if it needs a proof that it doesn't have. */
  asks: Asking | null;
  /** By what its proof is counted; null if it needs none. */
  proof: LimitKey | null;
}

/** Of a request that isn't a stranger's. */
const TRUSTED: Judgement = { suspicions: [], asks: null, proof: null };

/**
 * Judges who causes an email. One that it asks may still be granted, where more is known of the caller; if it isn't, `reportAsked` follows.
 *
 * @param use what a proof counts for beside the address: a client's id, or a page
 */
export function judge(
  session: KeycloakSession,
  mode: ShieldMode,
  use: string,
  cause: Cause,
  seen: Sighting,
): Judgement {
  if (cause.by !== 'stranger') return TRUSTED;
  const suspicions = suspicionsOf(seen, seen.byIp?.value.count ?? null, () => usualRequests(session));
  // Also while it is off, for the preview: in one call.
  if (suspicions.length > 0) tally(session, `${SUSPECTED}${suspicions.join('+')}`);
  const unasked: Judgement = { suspicions, asks: null, proof: null };
  if (mode !== 'off') for (const one of suspicions) count(session, 'suspicion', one);
  const isAsked = mode === 'always' || (mode === 'suspicious' && suspicions.length > 0);
  if (!isAsked && !needsChallenge(session, cause.typed)) return unasked;
  const proof = proofIn(session, cause.response, boundTo(session, use, cause.typed));
  if ('waived' in proof) count(session, 'shield', 'waived');
  if ('asks' in proof) return { ...unasked, asks: proof.asks };
  return 'id' in proof ? { ...unasked, proof: limitKeyOf(session, 'shield-proof', proof.id) } : unasked;
}

/** Reports that a request is asked for a proof. While there are too many for unknown accounts, it counts as one of them unless it is solved. */
export function reportAsked(session: KeycloakSession, { asks, suspicions }: Judgement): void {
  if (asks === null) return;
  count(session, 'shield', asks.outcome);
  if (suspicions.includes('realm')) seeUnknown(session);
}

/**
 * What came of a request that was counted with its proof: it is asked again if the proof was used before. Otherwise returns the statuses of the
 * limits, which alone the requester is told of.
 */
export function settleProof(
  session: KeycloakSession,
  use: string,
  cause: Cause,
  reservation: Reservation,
): { problem: Problem } | { statuses: readonly LimitStatus[] } {
  const ofProof = limitStatusUnder(reservation, 'shield-proof');
  if (ofProof === undefined || cause.by !== 'stranger') return reservation;
  if (!ofProof.granted) {
    const { problem, outcome } = askAfterUse(session, boundTo(session, use, cause.typed));
    count(session, 'shield', outcome);
    return { problem };
  }
  if (reservation.granted) count(session, 'shield', 'passed');
  return { statuses: reservation.statuses.filter((status) => status !== ofProof) };
}

/** The details of an event about an email that a stranger caused: whether it has a proof, and why it was suspected. */
export function shieldDetails({ suspicions, proof }: Judgement): Record<string, string> {
  const details: Record<string, string> = {};
  if (proof !== null) details.shield = 'solved';
  if (suspicions.length > 0) details.suspicions = suspicions.join(' ');
  return details;
}

/** What a proof counts for: an address or name, for a client or page, on the realm's host name. */
function boundTo(session: KeycloakSession, use: string, typed: string): string {
  return sha256(JSON.stringify([baseUrl(session), use, typed]));
}
