/** Accounts that a link alone doesn't sign in: unverified ones, which another user may have set up. */
import type { KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { hasCredentials } from '../../accounts/credentials.ts';
import { isProven } from '../../accounts/proof.ts';
import type { StepSettings } from '../../realm/flow/parse.ts';

/** Whether the step's links are only for users whom something else has proven in the same tab, as far as this account goes. */
export function needsOtherProof(
  session: KeycloakSession,
  realm: RealmModel,
  { unverified }: StepSettings,
  user: UserModel,
): boolean {
  return unverified === 'reject' && !isProven(session, realm, user) && hasCredentials(session, user.getId());
}
