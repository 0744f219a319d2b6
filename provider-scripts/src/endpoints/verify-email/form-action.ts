/** Where the forms of an opened link's pages lead. */
import type { KeycloakSession } from 'keycloak';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { inSameLanguage } from '../../realm/language/same-language.ts';

/** In a stock realm the query has the token, too: Keycloak reads forms only once it knows the endpoint. */
export function formActionOf(session: KeycloakSession, { request }: LinkRow, token: string): string {
  const action = `${baseUrl(session)}/verify-email`;
  return request.ofStep === undefined ? action : inSameLanguage(session, `${action}?token=${token}`);
}
