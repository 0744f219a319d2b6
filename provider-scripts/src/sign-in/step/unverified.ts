/** Accounts that a link alone doesn't sign in: unverified ones, which another user may have set up. */

import type { KeycloakSession, UserModel } from 'keycloak';
import { hasCredentials } from '../../accounts/credentials.ts';
import { isProven } from '../../accounts/proof.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import type { StepSettings } from '../../realm/flow/parse.ts';

/** Whether the step's links are only for users whom something else has proven in the same tab, as far as this account goes. */
export function needsOtherProof(
  session: KeycloakSession,
  { unverified }: StepSettings,
  user: UserModel,
): boolean {
  return (
    unverified === 'reject' &&
    !isProven(session, requireRealm(session), user) &&
    hasCredentials(session, user.getId())
  );
}
