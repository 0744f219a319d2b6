/** Rolls back a request whose access token was revoked during the request (contract, section 3.4). */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { FIRST_ERROR_STATUS, replaceByProblem } from '../../http/response/replace-response.ts';
import { problemHeaders } from '../../http/response/responses.ts';
import { hasSessionEnded } from '../../sign-in/tabs/ended-session.ts';
import { invalidTokenProblem } from './oauth/access-token.ts';
import { isTokenOfUnapprovedClient } from './token-of-client.ts';

/**
 * Rolls back a request made with an access token, mostly at the account API, if the token's session should have ended, usually because a proof
 * claimed its account: Keycloak may have put the session back into its cache, or the request was under way at that moment. Also rolls back if
 * the token's client isn't approved.
 *
 * @returns whether it rolled back
 */
export function rollBackEndedToken(session: KeycloakSession, response: ContainerResponseContext): boolean {
  const context = session.getContext();
  const live = context.getBearerToken() === null ? null : context.getUserSession();
  if (live === null || response.getStatus() >= FIRST_ERROR_STATUS) return false;
  if (!hasSessionEnded(session, live) && !isTokenOfUnapprovedClient(session)) return false;
  session.getTransactionManager().setRollbackOnly();
  const wrong = invalidTokenProblem();
  replaceByProblem(response, wrong);
  for (const [name, value] of Object.entries(problemHeaders(wrong)))
    response.getHeaders().putSingle(name, value);
  return true;
}
