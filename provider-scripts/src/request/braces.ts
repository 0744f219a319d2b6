/** Braces in a request's address: Keycloak's pages take them for placeholders and fail, and no link of ours has them. */
import type { KeycloakSession } from 'keycloak';

/** Whether the query has any. */
export function hasBraces(session: KeycloakSession): boolean {
  return /[{}]|%7[bd]/i.test(session.getContext().getUri().getRequestUri().getRawQuery() ?? '');
}
