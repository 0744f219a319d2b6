/** Whether a user was proven in a tab by another factor than a link. */

const COOKIE = 'auth-cookie';

/** Keycloak's authenticators that prove a user by something the user knows or has. */
const PROVING: readonly string[] = [
  COOKIE,
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

/** An execution of the tab's flow so far: Keycloak's status, and the authenticator's id. */
export interface Executed {
  status: string;
  authenticator: string | null;
}

/** Whether one of them succeeded. */
export function isProvenBy(executed: readonly Executed[]): boolean {
  return executed.some(
    ({ status, authenticator }) => status === 'SUCCESS' && PROVING.includes(authenticator ?? ''),
  );
}

/** Whether Keycloak has looked for a session, and continued: it has found none, or its level or age isn't enough. */
export function isAfterCookie(executed: readonly Executed[]): boolean {
  return executed.some(({ status, authenticator }) => status === 'ATTEMPTED' && authenticator === COOKIE);
}
