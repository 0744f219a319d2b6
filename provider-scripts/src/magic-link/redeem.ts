/** Uses a link: once, and together with the account that it signs in, in one transaction. */
import type { KeycloakSession } from 'keycloak';
import { inOwnTransaction } from '../database/sql.ts';
import { rememberAccount } from '../device/remember.ts';
import { tell } from '../events/tell.ts';
import { requireRealm } from '../protocol/base-url.ts';
import { type Admission, admit } from '../referral/gate.ts';
import type { Settings } from '../settings/parse.ts';
import { claimUnverified, createAccount, findAccount } from './account.ts';
import type { LinkRow } from './link.ts';
import type { Refusal } from './refusal.ts';
import { findLink, setLinkUser, useLink } from './rows.ts';

/** Rolls the use of the link back: it is good again should the person get a code that works. */
const SIGN_UP_CLOSED = 'sign-up is closed';

/** The account to sign in, or why there is none. */
export type Redeemed = { userId: string } | { refusal: Refusal | 'referral' };

/** The same with how the account got in, where this made it. */
type Attempted = { userId: string; admission: Admission | null } | { refusal: Refusal };

/** What a link can be used by: itself, or the code beside it. */
export type Means = 'link' | 'code';

/**
 * Uses a link at `now` (Unix seconds), and tells so. Two people's first links for one new account may collide; the one that lost tries
 * again and finds the account there. The device in which a link is used remembers the account.
 */
export function redeemLink(
  session: KeycloakSession,
  row: LinkRow,
  means: Means,
  settings: Settings,
  now: number,
): Redeemed {
  let attempted: Attempted;
  try {
    attempted = attempt(session, row, settings, now);
  } catch (failure) {
    if (failure instanceof Error && failure.message === SIGN_UP_CLOSED) return { refusal: 'referral' };
    if (findAccount(session, requireRealm(session), row.email) === null) throw failure;
    attempted = attempt(session, row, settings, now);
  }
  if ('userId' in attempted) {
    tellUse(session, attempted.userId, attempted.admission, means);
    rememberAccount(session, settings, attempted.userId, now);
  }
  return attempted;
}

function tellUse(session: KeycloakSession, userId: string, admission: Admission | null, method: Means): void {
  tell(session, 'link_used', { userId, details: { method } });
  if (admission === null) return;
  const { referralId: referral } = admission;
  if (referral === null) tell(session, 'account_made', { userId });
  else tell(session, 'referral_redeemed', { userId, details: { referral } });
}

function attempt(session: KeycloakSession, row: LinkRow, settings: Settings, now: number): Attempted {
  return inOwnTransaction<Attempted>(session, (own) => {
    const realm = requireRealm(own);
    if (!useLink(own, realm.getId(), row, now)) return { refusal: refusalNow(own, realm.getId(), row.jti) };
    const existing = findAccount(own, realm, row.email);
    // The account that the address belonged to has another address now, or is gone.
    if (row.userId !== null && existing?.getId() !== row.userId) return { refusal: 'invalid' };
    const admission = existing === null ? admit(own, settings, row, now) : null;
    if (existing === null && admission === null) throw new Error(SIGN_UP_CLOSED);
    if (existing !== null && !existing.isEnabled()) return { refusal: 'invalid' };
    const user = existing ?? createAccount(own, realm, row.email);
    claimUnverified(own, realm, user);
    setLinkUser(own, row.jti, user.getId());
    return { userId: user.getId(), admission };
  });
}

function refusalNow(session: KeycloakSession, realmId: string, jti: string): Refusal {
  const state = findLink(session, realmId, jti)?.state;
  if (state === 'used' || state === 'superseded') return state;
  return state === 'issued' ? 'expired' : 'invalid';
}
