/** Whether a user was proven in a tab by another factor than a link. */
import type { AuthenticationFlowContext } from 'keycloak';

/** Keycloak's authenticators that prove a user by something the user knows or has. */
const PROVING: readonly string[] = [
  'auth-cookie',
  'auth-otp-form',
  'auth-password-form',
  'auth-recovery-authn-code-form',
  'auth-spnego',
  'auth-username-password-form',
  'auth-x509-client-username-form',
  'idp-username-password-form',
  'webauthn-authenticator',
  'webauthn-authenticator-passwordless',
];

/** Whether one of them succeeded in this tab. */
export function isProvenHere(context: AuthenticationFlowContext): boolean {
  const statuses = context.getAuthenticationSession().getExecutionStatus();
  for (const id of statuses.keySet().toArray()) {
    if (String(statuses.get(id)) !== 'SUCCESS') continue;
    const execution = context.getRealm().getAuthenticationExecutionById(id);
    if (PROVING.includes(execution?.getAuthenticator() ?? '')) return true;
  }
  return false;
}
