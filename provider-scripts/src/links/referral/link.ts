/** Sign-up links that fill in a referral code. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { baseUrl } from '../../platform/keycloak/base-url.ts';

/** The parameter of `/auth` that fills in the page's field. */
export const REFERRAL_PARAMETER = 'referral_code';

/** A redirect URI without a wildcard. */
const WHOLE = /^https?:\/\/[^\s*#]+$/;

/**
 * Returns a URL that starts a sign-in at a client, with a code filled in. The client receives a response to a request that it didn't start, as
 * with a link opened in another browser (README.md). Null if it has no such redirect URI, or must send a `code_challenge`.
 */
export function signUpLink(session: KeycloakSession, client: ClientModel, code: string): string | null {
  if (client.isPublicClient() || !client.isStandardFlowEnabled()) return null;
  const addresses: string[] = [];
  for (const uri of client.getRedirectUris().toArray()) if (WHOLE.test(uri)) addresses.push(uri);
  const redirectUri = addresses.sort()[0];
  if (redirectUri === undefined) return null;
  const query = [
    ['response_type', 'code'],
    ['client_id', client.getClientId()],
    ['redirect_uri', redirectUri],
    ['scope', 'openid'],
    [REFERRAL_PARAMETER, code],
  ].map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`);
  return `${baseUrl(session)}/auth?${query.join('&')}`;
}
