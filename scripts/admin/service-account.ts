/**
 * Requests tokens for a service account (RFC 6749, section 4.4): without a refresh token the admin client can't renew them
 * itself.
 */

import { Failure } from '../failure.ts';
import { ADMIN_REALM, type AdminCredentials } from './credentials.ts';
import { RESPONSE_TIMEOUT_MILLISECONDS } from './timeout.ts';

type ServiceAccount = Extract<AdminCredentials, { clientId: string }>;

/** A token is renewed this long before it expires. */
const RENEWAL_SECONDS = 10;

/** Called by the admin client before every request. */
export function serviceAccountTokens(serverUrl: string, account: ServiceAccount) {
  let token = '';
  let renewAtMilliseconds = 0;
  return {
    getAccessToken: async (): Promise<string> => {
      if (Date.now() < renewAtMilliseconds) return token;
      const { access_token, expires_in } = await requestToken(serverUrl, account);
      token = access_token;
      renewAtMilliseconds = Date.now() + (expires_in - RENEWAL_SECONDS) * 1000;
      return token;
    },
  };
}

async function requestToken(
  serverUrl: string,
  { realm = ADMIN_REALM, clientId, clientSecret }: ServiceAccount,
): Promise<{ access_token: string; expires_in: number }> {
  const response = await fetch(
    `${serverUrl}/realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`,
    {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MILLISECONDS),
    },
  );
  if (!response.ok)
    throw new Failure(`client ${clientId} of realm ${realm}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { access_token: string; expires_in: number };
}
