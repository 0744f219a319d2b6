/** Which of Keycloak's events tell that a passkey was removed. */

/** Keycloak's type of these credentials. */
const TYPE = 'webauthn-passwordless';

/** The details that Keycloak's events of removed credentials have (`Details`). */
export type RemovalDetails = Readonly<Record<string, string | undefined>>;

/** The name of the passkey that was removed, null if it has none; undefined for any other credential. */
export function removedPasskey(details: RemovalDetails): string | null | undefined {
  return details.credential_type === TYPE ? (details.credential_user_label ?? null) : undefined;
}

/** The account in the path of an administrator's removal of a credential, as Keycloak's event has it; null for any other action. */
export function accountInPath(path: string | null): string | null {
  return /^users\/([^/]+)\/credentials\/[^/]+$/.exec(path ?? '')?.[1] ?? null;
}
