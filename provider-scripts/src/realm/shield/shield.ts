/** The shield: who causes an email proves first that it cost them some work, unless they have proven more before. */
import type { KeycloakSession } from 'keycloak';
import { count } from '../../observability/metrics/count.ts';
import { bytesOf, sha256, textOf } from '../../platform/engine/bytes.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { limitKeyOf } from '../limits/count.ts';
import type { LimitStatus } from '../limits/limit-status.ts';
import { type LimitKey, limitStatusUnder, type Reservation } from '../limits/rows.ts';
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

/** A stranger's proof, by which it is counted, or why there is none. */
export type Judgement = { proof: LimitKey } | { asks: Asking };

/** The problem of a request without a proof, with the challenge to solve. */
export type Asking = Problem & { challenge: WorkChallenge };

/**
 * Judges who causes an email; null if the shield doesn't ask them.
 *
 * @param use what the proof counts for beside the address: a client's id, or a page
 */
export function judge(
  session: KeycloakSession,
  mode: ShieldMode,
  use: string,
  cause: Cause,
): Judgement | null {
  if (mode === 'off' || cause.by !== 'stranger') return null;
  const { response } = cause;
  if (response === null) return { asks: askFor(session, use, cause.typed, null) };
  const now = currentTime();
  const text = decoded(response);
  const proof =
    text === null
      ? { rejected: 'malformed' as const }
      : verifyResponse(text, boundTo(session, use, cause.typed), now, signerOf(session));
  return 'rejected' in proof
    ? { asks: askFor(session, use, cause.typed, proof.rejected) }
    : { proof: limitKeyOf(session, 'shield-proof', proof.id) };
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
  if (!ofProof.granted) return { asks: askFor(session, use, cause.typed, 'used') };
  if (reservation.granted) count(session, 'shield', 'passed');
  return { statuses: reservation.statuses.filter((status) => status !== ofProof) };
}

function askFor(
  session: KeycloakSession,
  use: string,
  typed: string,
  rejected: ProofRejection | null,
): Asking {
  count(session, 'shield', rejected === null ? 'asked' : 'rejected');
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
