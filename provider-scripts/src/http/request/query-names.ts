/** Checks the names of query parameters that the server's framework reads for Keycloak (`@QueryParam`) case-insensitively. */
import type { KeycloakSession } from 'keycloak';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { queryOf } from '../../platform/session/address.ts';

/** The parameters of Keycloak's pages and its sign-out endpoint. */
const NAMES: readonly string[] = [
  'auth_session_id',
  'client_data',
  'client_id',
  'execution',
  'id_token_hint',
  'initiating_idp',
  'kc_action',
  'key',
  'origin',
  'post_logout_redirect_uri',
  'session_code',
  'skip_logout',
  'state',
  'tab_id',
  'ui_locales',
];

/** Rejects a query with one of these names in another case: Keycloak would read a value that wasn't checked. */
export function checkQueryNames(session: KeycloakSession): Problem | null {
  for (const name of Object.keys(queryOf(session))) {
    const lower = name.toLowerCase();
    if (name !== lower && NAMES.includes(lower)) return problem('name_not_lower_case', { parameter: lower });
  }
  return null;
}
