/**
 * Keycloak's brute-force protection: a user whom it has locked gets no link, and can't use an earlier one. Reads what it has recorded: its own
 * functions take a request for an attempt to sign in, and report every further one at the same time as locked.
 */
import type { KeycloakSession, UserModel } from 'keycloak';
import { currentTime } from '../platform/engine/clock.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { type Lock, lockBy } from './brute-force-rule.ts';

const BruteForceProtector = Java.type('org.keycloak.services.managers.BruteForceProtector');

/** Keycloak's attribute of a user whom it has disabled, with the reason. */
const DISABLED_REASON = 'disabledReason';

/** Why a user is locked. */
export function lockOf(session: KeycloakSession, user: UserModel): Lock {
  const realm = requireRealm(session);
  if (!realm.isBruteForceProtected()) return null;
  const reason = user.isEnabled() ? null : user.getFirstAttribute(DISABLED_REASON);
  if (reason === BruteForceProtector.DISABLED_BY_PERMANENT_LOCKOUT) return 'user_disabled';
  const recorded = session.loginFailures().getUserLoginFailure(realm, user.getId());
  if (recorded === null) return null;
  const failures = {
    notBefore: recorded.getFailedLoginNotBefore(),
    temporaryLockouts: recorded.getNumTemporaryLockouts(),
  };
  const settings = {
    isPermanent: realm.isPermanentLockout(),
    maxTemporaryLockouts: realm.getMaxTemporaryLockouts(),
  };
  return lockBy(failures, settings, currentTime());
}
