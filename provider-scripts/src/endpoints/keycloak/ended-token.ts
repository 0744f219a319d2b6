/** Rolls back a request whose access token was revoked during the request (contract, section 3.4). */
import type { ContainerRequestContext, ContainerResponseContext, KeycloakSession } from 'keycloak';
import { FIRST_ERROR_STATUS, replaceByProblem } from '../../response/replace-response.ts';
import { problemHeaders } from '../../response/responses.ts';
import { hasEnded } from '../../tabs/link-session.ts';
import { tokenNotValid } from './oauth/access-token.ts';
import { isOfUnapproved } from './token-of-client.ts';

/**
 * Rolls back what a request did with an access token, at the account's own API above all, if the token's session should have ended, mostly because
 * its account was taken over: Keycloak may have put the session back into its cache, or the request was under way at that moment. The same
 * if its client isn't approved.
 *
 * @returns whether it rolled back
 */
export function takeBackEndedToken(
  session: KeycloakSession,
  _request: ContainerRequestContext,
  response: ContainerResponseContext,
): boolean {
  const context = session.getContext();
  const live = context.getBearerToken() === null ? null : context.getUserSession();
  if (live === null || response.getStatus() >= FIRST_ERROR_STATUS) return false;
  if (!hasEnded(session, live) && !isOfUnapproved(session)) return false;
  session.getTransactionManager().setRollbackOnly();
  const wrong = tokenNotValid();
  replaceByProblem(response, wrong);
  for (const [name, value] of Object.entries(problemHeaders(wrong)))
    response.getHeaders().putSingle(name, value);
  return true;
}
