/** The sign-up gate: who may make an account while sign-up is closed, asked when a link is ordered and again when it is used. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import type { LinkRow } from '../magic-link/link.ts';
import { requireRealm } from '../protocol/base-url.ts';
import { type Problem, problem } from '../protocol/problem.ts';
import type { Settings } from '../settings/parse.ts';
import { findReferral, spendReferral } from './rows.ts';
import { isReferralValid } from './valid.ts';

/** Judges an order for an address without an account; null when it may go on. */
export function checkSignUp(
  session: KeycloakSession,
  settings: Settings,
  client: ClientModel,
  key: string | undefined,
  now: number,
): Problem | null {
  if (settings.signUp === 'open') return null;
  if (key === undefined) return problem('referral_required');
  const row = findReferral(session, requireRealm(session).getId(), key);
  return isReferralValid(row, client.getId(), now) ? null : problem('invalid_referral_code');
}

/** How a new account gets in: by which referral code, null where sign-up is open. */
export interface Admission {
  referralId: string | null;
}

/** Lets a link's new account in, and counts the use of its code, in the transaction that makes the account; null when it may not. */
export function admit(
  own: KeycloakSession,
  settings: Settings,
  link: LinkRow,
  now: number,
): Admission | null {
  if (settings.signUp === 'open') return { referralId: null };
  const key = link.request.referral;
  const row = key === undefined ? null : findReferral(own, requireRealm(own).getId(), key);
  return isReferralValid(row, link.clientUuid, now) && spendReferral(own, row.id, now)
    ? { referralId: row.id }
    : null;
}
