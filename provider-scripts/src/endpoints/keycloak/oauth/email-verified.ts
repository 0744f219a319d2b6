/** The `email_verified` claim (contract, section 2.10). */
import type { KeycloakSession, UserModel } from 'keycloak';
import { isProven } from '../../../accounts/proof.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';

/** The mapper's function as the host calls it; null, which omits the claim, if the account has no email. */
export const EMAIL_VERIFIED = {
  value: (user: UserModel, session: KeycloakSession): boolean | null =>
    user.getEmail() ? isProven(session, requireRealm(session), user) : null,
};
