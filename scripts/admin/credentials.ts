/** Reads the administrator's credentials from environment variables: secrets are never on a command line. */

import { Failure } from '../failure.ts';

/** A user with a password, or a service account, in the administrators' realm. */
export type AdminCredentials = {
  /** `master` if omitted. */
  readonly realm?: string;
} & (
  | { readonly username: string; readonly password: string }
  | { readonly clientId: string; readonly clientSecret: string }
);

/** The variables, for the help of each command. */
export const CREDENTIALS_HELP = `  KEYCLOAK_ADMIN_USERNAME, KEYCLOAK_ADMIN_PASSWORD         an administrator, or instead
  KEYCLOAK_ADMIN_CLIENT_ID, KEYCLOAK_ADMIN_CLIENT_SECRET   a client with a service account that may administer the realm
  KEYCLOAK_ADMIN_REALM                                     the realm of either; master by default`;

/** The administrators' realm if no other is given. */
export const ADMIN_REALM = 'master';

/**
 * Returns the credentials; undefined if none are set.
 * @throws Failure if a user or client is set without its secret
 */
export function credentialsFrom(
  environment: Readonly<Record<string, string | undefined>>,
): AdminCredentials | undefined {
  const value = (name: string): string => {
    const text = environment[name];
    if (!text) throw new Failure(`${name}: must be set in the environment, too`);
    return text;
  };
  const realm = environment.KEYCLOAK_ADMIN_REALM || ADMIN_REALM;
  const { KEYCLOAK_ADMIN_CLIENT_ID: clientId, KEYCLOAK_ADMIN_USERNAME: username } = environment;
  if (clientId) return { realm, clientId, clientSecret: value('KEYCLOAK_ADMIN_CLIENT_SECRET') };
  if (username) return { realm, username, password: value('KEYCLOAK_ADMIN_PASSWORD') };
  return undefined;
}
