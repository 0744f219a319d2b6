/** What a request did in a tab, or with an access token, that has ended by the end of the request is undone (contract, section 3.4). */
import type { ContainerRequestContext, ContainerResponseContext, KeycloakSession } from 'keycloak';
import { endedPage, isOver, isOverAtEnd } from '../browser/ended-tab.ts';
import { hasEnded } from '../browser/link-session.ts';
import { tokenNotValid } from '../endpoints/oauth/access-token.ts';
import { isBroker } from '../request/realm-path.ts';
import { FIRST_ERROR_STATUS, replaceByPage, replaceByProblem } from '../response/replace-response.ts';
import { problemHeaders } from '../response/responses.ts';
import type { Endpoint } from './endpoints.ts';
import { isOfUnapproved } from './token-of-client.ts';

/**
 * Undoes what Keycloak did in such a tab: a sign-in, a consent, a change of the account, a link to an identity provider. The account
 * may have been taken over while the request was under way, above all while it waited for a provider or a mail server.
 *
 * @returns whether it did
 */
export function takeBackEnded(
  session: KeycloakSession,
  request: ContainerRequestContext,
  response: ContainerResponseContext,
  endpoint: Endpoint | null,
): boolean {
  const tab = endpoint?.inEndedTab === true ? null : session.getContext().getAuthenticationSession();
  // Signing out is always allowed.
  if (tab === null || tab.getAction() === 'LOGGING_OUT') return false;
  // Which tab comes back from a provider is known only when Keycloak is done: nobody has checked it before.
  const over =
    (isBroker(request.getUriInfo().getPath()) && isOver(session, tab)) || isOverAtEnd(session, tab);
  if (!over) return false;
  session.getTransactionManager().setRollbackOnly();
  replaceByPage(response, endedPage(session));
  return true;
}

/**
 * Undoes what a request did with an access token, at the account's own API above all, if the token's session should have ended, mostly because
 * its account was taken over: Keycloak may have put the session back into its cache, or the request was under way at that moment. The same
 * if its client isn't approved.
 *
 * @returns whether it did
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
