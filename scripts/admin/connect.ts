/** The connection to a server's admin REST API that every command uses. */

import KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { explainFailure } from './failure.ts';

/** Where the server is, and who is its administrator (an account of the realm `master`). */
interface AdminConnection {
  /** For example `http://localhost:8080`; a path is kept. */
  serverUrl: string;
  username: string;
  password: string;
}

/** The admin API, together with the realm that is being worked on. */
export interface RealmAdmin {
  client: KeycloakAdminClient;
  realm: string;
}

const REQUEST_TIMEOUT_MILLISECONDS = 60_000;

/**
 * Signs in with a password at `admin-cli`, whose refresh token then renews the access token as long as the command runs.
 * Every call has to name its `realm`: the client's own realm stays `master`, because it is also where tokens are renewed.
 * @throws Failure that names the server when it can't be reached or refuses the credentials; the password is never in it
 */
export async function connectAdmin({
  serverUrl,
  username,
  password,
}: AdminConnection): Promise<KeycloakAdminClient> {
  const client = new KeycloakAdminClient({
    baseUrl: serverUrl.replace(/\/+$/, ''),
    realmName: 'master',
    timeout: REQUEST_TIMEOUT_MILLISECONDS,
  });
  try {
    await client.auth({ grantType: 'password', clientId: 'admin-cli', username, password });
  } catch (error) {
    throw explainFailure(`can't sign in as administrator at ${serverUrl}`, error);
  }
  return client;
}
