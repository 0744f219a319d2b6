/** The account of an address that a provider has verified: found, claimed or created, in one transaction. */

import type { ClientModel, KeycloakSession } from 'keycloak';
import { createAccount, findAccount } from '../../accounts/account.ts';
import { hasAdminRole } from '../../accounts/admin-roles.ts';
import { lockOf } from '../../accounts/brute-force.ts';
import { claimUnverifiedAccount, proofOf, recordTakeover } from '../../accounts/claim-account.ts';
import { admit, checkSignUp, type SignUpRejection } from '../../links/referral/gate.ts';
import { recordReferral } from '../../links/referral/uses.ts';
import { emit } from '../../observability/events/emit.ts';
import { tally } from '../../observability/metrics/tally.ts';
import { inRetriedTransaction } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { guessLimits, recordLimitStatuses } from '../../realm/limits/count.ts';
import type { LimitKey } from '../../realm/limits/rows.ts';
import { allowSignUp, rejectWithin } from '../../realm/sign-up-rules/rules.ts';

/** A verified address at a client. */
export interface Verified {
  /** Normalised. */
  email: string;
  client: ClientModel;
  settings: Settings;
  /** The hash of the referral code, if the user has entered one. */
  referral: string | undefined;
}

/** An account that the user may sign in to. */
interface Account {
  userId: string;
  isNew: boolean;
  wasClaimed: boolean;
}

/**
 * The account; `disabled`; `rejected` by the rules for sign-up; `unproven` if the provider's word isn't enough: for an administrator's account, or if several accounts have the
 * address; or why no account may be created.
 */
export type Settled = Account | 'disabled' | 'rejected' | 'unproven' | { wrong: Problem };

/** Finds the account, claims it if its address was never proven, or creates it if sign-up allows that. */
export function settleAccount(session: KeycloakSession, verified: Verified): Settled {
  const guesses = guessLimits(session, 'referral-ip');
  const settled = inRetriedTransaction(session, (own) => settleNow(own, verified, guesses));
  if (typeof settled === 'string') return settled;
  if (!('userId' in settled)) return { wrong: problemOf(session, settled) };
  if (settled.isNew) tally(session, 'sign_ups');
  if (settled.wasClaimed) recordTakeover(session, settled.userId);
  return settled;
}

function settleNow(
  own: KeycloakSession,
  verified: Verified,
  guesses: readonly LimitKey[],
): Account | 'disabled' | 'rejected' | 'unproven' | SignUpRejection {
  const { email, client, settings, referral } = verified;
  const found = findAccount(own, email);
  const { account } = found;
  if (found.isAmbiguous) return 'unproven';
  if (account !== null) {
    if (!account.isEnabled() || lockOf(own, account) !== null) return 'disabled';
    if (hasAdminRole(own, account)) return 'unproven';
    if (rejectWithin(own, email, 'sign-in')) return 'rejected';
    const proof = proofOf(own, account);
    if (proof === 'gone') return settleNow(own, verified, guesses);
    const wasClaimed = proof === 'proven' ? false : claimUnverifiedAccount(own, account, email);
    return wasClaimed === null ? 'unproven' : { userId: account.getId(), isNew: false, wasClaimed };
  }
  const now = currentTime();
  const rejection = checkSignUp(own, settings, client, referral, guesses, now);
  if (rejection !== null) return rejection;
  const allowed = allowSignUp(own, email, 'provider');
  if (allowed === null) return 'rejected';
  const admission = admit(own, settings, { key: referral, clientUuid: client.getId() }, now);
  if (admission === null) return { wrong: problem('invalid_referral_code') };
  const userId = createAccount(own, allowed, found, true).getId();
  if (admission.referralId !== null) recordReferral(own, admission.referralId, { userId, usedAt: now });
  return { userId, isNew: true, wasClaimed: false };
}

function problemOf(session: KeycloakSession, rejection: SignUpRejection): Problem {
  const wrong =
    'wrong' in rejection
      ? rejection.wrong
      : (recordLimitStatuses(session, rejection.exceeded) ?? problem('too_many_requests'));
  emit(session, 'referral_rejected', { error: wrong.code });
  return wrong;
}
