/** A user's second factors: Keycloak's own credentials. */
import type { UserModel, UserSessionModel } from 'keycloak';
import { currentTime } from '../platform/engine/clock.ts';
import { SECOND_FACTOR_TYPES } from '../realm/levels/granted.ts';
import { factorProvenAt, isProofRecent } from './recent-proof.ts';

const Constants = Java.type('org.keycloak.models.Constants');

/** The types that a user has set up, also in a user store. */
export function secondFactorsOf(user: UserModel): string[] {
  return SECOND_FACTOR_TYPES.filter((type) => user.credentialManager().isConfiguredFor(type));
}

export function hasSecondFactor(user: UserModel): boolean {
  return SECOND_FACTOR_TYPES.some((type) => user.credentialManager().isConfiguredFor(type));
}

/** Whether a session's user proved one recently. */
export function wasFactorProvenRecently(live: UserSessionModel): boolean {
  return isProofRecent(factorProvenAt(live.getNote(Constants.LOA_MAP)), currentTime());
}
