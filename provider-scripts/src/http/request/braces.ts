/** Braces in a request's URL: Keycloak's pages mistake them for placeholders and fail; none of our links has them. */
import type { KeycloakSession } from 'keycloak';

/** Whether the query has any. */
export function hasBraces(session: KeycloakSession): boolean {
  return /[{}]|%7[bd]/i.test(session.getContext().getUri().getRequestUri().getRawQuery() ?? '');
}
