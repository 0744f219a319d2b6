/** The shield: who causes an email proves first that it cost them some work, unless they have proven more before. */
import type { KeycloakSession } from 'keycloak';
import { count } from '../../observability/metrics/count.ts';
import { tally } from '../../observability/metrics/tally.ts';
import { SUSPECTED } from '../../observability/statistics/names.ts';
import { bytesOf, sha256, textOf } from '../../platform/engine/bytes.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import type { Suspicion } from '../../platform/limits/suspicions.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { limitKeyOf } from '../limits/count.ts';
import type { LimitStatus } from '../limits/limit-status.ts';
import { type LimitKey, limitStatusUnder, type Reservation } from '../limits/rows.ts';
import { type Sighting, seeUnknown } from '../limits/sightings.ts';
import type { ShieldMode } from '../settings/choices.ts';
import { settingOf } from '../settings/of.ts';
import { REALM } from '../settings/table.ts';
import {
  HASHES_PER_KEY,
  MAX_RESPONSE_LENGTH,
  makeChallenge,
  type ProofRejection,
  type Signer,
  verifyResponse,
  type WorkChallenge,
} from './challenge.ts';
import { suspicionsOf } from './suspicion.ts';
import { usualRequests } from './usual.ts';

const Base64 = Java.type('java.util.Base64');
const Base64Url = Java.type('org.keycloak.common.util.Base64Url');
const ProofOfWork = Java.type('org.linkgate.host.ProofOfWork');
const SignatureProvider = Java.type('org.keycloak.crypto.SignatureProvider');

/** The most keys that a node derives in a second for a realm's challenges; beyond that, challenges share keys, of which each counts once. */
const KEYS_PER_SECOND = 100;

/** The realm's internal key, which also signs its tokens. */
const ALGORITHM = 'HS512';

/** Who causes an email. */
export type Cause =
  /** Anyone; `typed` is the address or name that was given, normalised, never one that it stands for. `response` is null if there is none. */
  | { by: 'stranger'; typed: string; response: string | null }
  /** A backend with its role, or who has a link, an invitation or another factor. */
  | { by: 'backend' | 'holder' };

/** The problem of a request without a proof, with the challenge to solve. */
export type Asking = Problem & { challenge: WorkChallenge };

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
  if (mode !== 'off') for (const one of suspicions) count(session, 'suspicion', one);
  if (mode === 'off' || (mode === 'suspicious' && suspicions.length === 0))
    return { suspicions, asks: null, proof: null };
  const { response } = cause;
  const asking = (rejected: ProofRejection | null): Judgement => ({
    suspicions,
    asks: askFor(session, use, cause.typed, rejected),
    proof: null,
  });
  if (response === null) return asking(null);
  const text = decoded(response);
  const verified =
    text === null
      ? { rejected: 'malformed' as const }
      : verifyResponse(text, boundTo(session, use, cause.typed), currentTime(), signerOf(session));
  return 'rejected' in verified
    ? asking(verified.rejected)
    : { suspicions, asks: null, proof: limitKeyOf(session, 'shield-proof', verified.id) };
}

/** Reports that a request is asked for a proof. While there are too many for unknown accounts, it counts as one of them unless it is solved. */
export function reportAsked(session: KeycloakSession, { asks, suspicions }: Judgement): void {
  if (asks === null) return;
  count(session, 'shield', asks.code === 'shield_required' ? 'asked' : 'rejected');
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
): { asks: Asking } | { statuses: readonly LimitStatus[] } {
  const ofProof = limitStatusUnder(reservation, 'shield-proof');
  if (ofProof === undefined || cause.by !== 'stranger') return reservation;
  if (!ofProof.granted) {
    count(session, 'shield', 'rejected');
    return { asks: askFor(session, use, cause.typed, 'used') };
  }
  if (reservation.granted) count(session, 'shield', 'passed');
  return { statuses: reservation.statuses.filter((status) => status !== ofProof) };
}

/** The detail of an event about an email that a stranger caused: whether it has a proof, and why it was suspected. */
export function shieldDetails({ suspicions, proof }: Judgement): Record<string, string> {
  const details: Record<string, string> = {};
  if (proof !== null) details.shield = 'solved';
  if (suspicions.length > 0) details.suspicions = suspicions.join(' ');
  return details;
}

function askFor(
  session: KeycloakSession,
  use: string,
  typed: string,
  rejected: ProofRejection | null,
): Asking {
  const asked =
    rejected === null
      ? problem('shield_required')
      : problem('shield_response_rejected', { parameter: 'shield_response', reason: rejected });
  return { ...asked, challenge: newChallenge(session, boundTo(session, use, typed)) };
}

function newChallenge(session: KeycloakSession, bound: string): WorkChallenge {
  const realm = requireRealm(session);
  const hashes = settingOf(realm, REALM.shieldHashes);
  const counters = Math.ceil(hashes / HASHES_PER_KEY);
  const owner = `${realm.getId()} ${counters}`;
  const derived = String(ProofOfWork.take(owner, HASHES_PER_KEY, counters, KEYS_PER_SECOND));
  const [nonce = '', salt = '', key = ''] = derived.split(' ');
  return makeChallenge({ nonce, salt, key }, bound, currentTime(), signerOf(session));
}

/** What a proof counts for: an address or name, for a client or page, on the realm's host name. */
function boundTo(session: KeycloakSession, use: string, typed: string): string {
  return sha256(JSON.stringify([baseUrl(session), use, typed]));
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The JSON in a response; null if it is too long, or isn't Base64. */
function decoded(response: string): string | null {
  return response.length <= MAX_RESPONSE_LENGTH && BASE64.test(response)
    ? textOf(Base64.getDecoder().decode(response))
    : null;
}

/** Signs under secrets of the realm, which every node knows. */
function signerOf(session: KeycloakSession): Signer {
  const { parameters, key } = cachedWithRealm(requireRealm(session), 'shield', () => ({
    parameters: secretFor(session, 'shield challenge'),
    key: secretFor(session, 'shield key'),
  }));
  return {
    ofParameters: (text) => String(ProofOfWork.signText(parameters, text)),
    ofKey: (derived) => String(ProofOfWork.signBytes(key, derived)),
  };
}

function secretFor(session: KeycloakSession, use: string): string {
  const signer = session.getProvider(SignatureProvider.class, ALGORITHM).signer();
  return Base64Url.encode(signer.sign(bytesOf(use)));
}
