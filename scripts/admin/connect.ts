/** Connects to a server's admin REST API. */

import KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { ADMIN_REALM, type AdminCredentials } from './credentials.ts';
import { explainFailure } from './failure.ts';
import { serviceAccountTokens } from './service-account.ts';
import { RESPONSE_TIMEOUT_MILLISECONDS } from './timeout.ts';

/** A server and the credentials of its administrator. */
export type AdminConnection = AdminCredentials & {
  /** For example `http://localhost:8080`; a path is preserved. */
  readonly serverUrl: string;
};

/** The admin API client, and the realm that a command administers. */
export interface RealmAdmin {
  readonly client: KeycloakAdminClient;
  readonly realm: string;
}

/**
 * Signs in as an administrator, and again whenever the token expires while the command runs.
 * Every call has to specify its `realm`: the client's default realm is the administrator's.
 * @throws Failure that names the server if it can't be reached or rejects the credentials; it contains no secret
 */
export async function connectAdmin({
  serverUrl,
  ...credentials
}: AdminConnection): Promise<KeycloakAdminClient> {
  const realmName = credentials.realm ?? ADMIN_REALM;
  const baseUrl = serverUrl.replace(/\/+$/, '');
  const client = new KeycloakAdminClient({ baseUrl, realmName, timeout: RESPONSE_TIMEOUT_MILLISECONDS });
  try {
    if ('clientId' in credentials) {
      const tokens = serviceAccountTokens(baseUrl, credentials);
      await tokens.getAccessToken();
      client.registerTokenProvider(tokens);
    } else {
      const { username, password } = credentials;
      await client.auth({ grantType: 'password', clientId: 'admin-cli', username, password });
    }
  } catch (error) {
    throw explainFailure(`can't sign in as administrator at ${serverUrl}`, error);
  }
  return client;
}
