/** What a request is asked for, and whether its response proves it: the realm's own work, or what its service verifies. */
import type { KeycloakSession } from 'keycloak';
import { bytesOf, sha256, textOf } from '../../platform/engine/bytes.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { settingOf } from '../settings/of.ts';
import type { ShieldService } from '../settings/shield-service.ts';
import { REALM } from '../settings/table.ts';
import {
  HASHES_PER_KEY,
  isWork,
  MAX_RESPONSE_LENGTH,
  makeChallenge,
  type ProofRejection,
  type Signer,
  verifyResponse,
  type WorkChallenge,
} from './challenge.ts';
import { challengeOf } from './services.ts';
import { isServiceResting, verifyByService } from './verify.ts';

const Base64 = Java.type('java.util.Base64');
const Base64Url = Java.type('org.keycloak.common.util.Base64Url');
const ProofOfWork = Java.type('org.linkgate.host.ProofOfWork');
const SignatureProvider = Java.type('org.keycloak.crypto.SignatureProvider');

/** The most keys that a node derives in a second for a realm's challenges; beyond that, challenges share keys, of which each counts once. */
const KEYS_PER_SECOND = 100;

/** The realm's internal key, which also signs its tokens. */
const ALGORITHM = 'HS512';

/** Why a request without a proof causes no email; the problem has a challenge to solve, unless nobody is let through. */
export interface Asking {
  problem: Problem;
  outcome: 'asked' | 'rejected' | 'closed';
}

/** What a response is: a proof, by the identifier under which it counts once; or none, which the realm waives while its service fails. */
export type ShieldProof = { id: string } | { asks: Asking } | { waived: true };

/** Judges a response; null if there is none. `bound` is what it must be for. */
export function proofIn(session: KeycloakSession, response: string | null, bound: string): ShieldProof {
  const service = settingOf(requireRealm(session), REALM.shieldService);
  const work = response === null ? null : decoded(response);
  // Also where there is a service, which may have failed when the challenge was made.
  if (service === null || (work !== null && isWork(work)))
    return response === null ? asking(session, service, bound) : workIn(session, service, work, bound);
  if (response === null)
    return isServiceResting(session, service)
      ? withoutService(session, bound)
      : asking(session, service, bound);
  if (!isServiceResponse(response)) return asking(session, service, bound, 'malformed');
  const verdict = verifyByService(session, service, response, bound);
  if (verdict === 'verified') return { id: sha256(response) };
  return typeof verdict === 'object'
    ? asking(session, service, bound, verdict.rejected)
    : withoutService(session, bound);
}

/** The question that follows a proof that was used before. */
export function askAfterUse(session: KeycloakSession, bound: string): Asking {
  return asking(session, settingOf(requireRealm(session), REALM.shieldService), bound, 'used').asks;
}

function workIn(
  session: KeycloakSession,
  service: ShieldService | null,
  work: string | null,
  bound: string,
): ShieldProof {
  const verified =
    work === null
      ? { rejected: 'malformed' as const }
      : verifyResponse(work, bound, currentTime(), signerOf(session));
  return 'rejected' in verified ? asking(session, service, bound, verified.rejected) : verified;
}

/** What the realm wants while its service fails. */
function withoutService(session: KeycloakSession, bound: string): ShieldProof {
  const failure = settingOf(requireRealm(session), REALM.shieldFailure);
  if (failure === 'open') return { waived: true };
  return failure === 'closed'
    ? { asks: { problem: problem('email_not_sent'), outcome: 'closed' } }
    : asking(session, null, bound);
}

/** Asks by the service, or for work if there is none. */
function asking(
  session: KeycloakSession,
  service: ShieldService | null,
  bound: string,
  rejected: ProofRejection | null = null,
): { asks: Asking } {
  const asked =
    rejected === null
      ? problem('shield_required')
      : problem('shield_response_rejected', { parameter: 'shield_response', reason: rejected });
  const challenge = service === null ? newChallenge(session, bound) : challengeOf(service, bound);
  return {
    asks: { problem: { ...asked, challenge }, outcome: rejected === null ? 'asked' : 'rejected' },
  };
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

const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The JSON in a response; null if it is too long, or isn't Base64. */
function decoded(response: string): string | null {
  return response.length <= MAX_RESPONSE_LENGTH && BASE64.test(response)
    ? textOf(Base64.getDecoder().decode(response))
    : null;
}

/** Whether a text may be a service's response: printable ASCII, and not too long. */
function isServiceResponse(response: string): boolean {
  return response.length <= MAX_RESPONSE_LENGTH && /^[\x21-\x7e]+$/.test(response);
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
