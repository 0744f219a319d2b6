/** An address that brings a referral code along to the page where it is used. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { baseUrl } from '../keycloak/base-url.ts';

/** The parameter of `/auth` that fills in the page's field. */
export const REFERRAL_PARAMETER = 'referral_code';

/** An address that a browser can be sent back to as it stands. */
const WHOLE = /^https?:\/\/[^\s*#]+$/;

/**
 * Begins a sign-in at a client with a code filled in. The client meets a request that it didn't begin, as with any link that is opened
 * elsewhere (README.md). Null where it has no such address, or has to send a `code_challenge` of its own.
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
