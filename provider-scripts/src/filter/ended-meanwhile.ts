/** What a request did in a tab, or with an access token, that has ended by the end of the request is undone (contract, section 3.4). */
import type { ContainerRequestContext, ContainerResponseContext, KeycloakSession } from 'keycloak';
import { endedPage, isOver, isOverAtEnd } from '../browser/ended-tab.ts';
import { hasEnded } from '../browser/link-session.ts';
import { answerBody } from '../errors/answer-body.ts';
import { problemHeaders } from '../errors/answers.ts';
import { problem } from '../errors/problem.ts';
import { replaceByError, replaceByPage } from '../errors/replace-answer.ts';
import { isNamed } from '../request/realm-path.ts';

const FIRST_ERROR_STATUS = 400;

/** One of Keycloak's own links verifies the address again, in whichever tab it is opened. */
const ACTION_TOKEN = 'LoginActionsService.executeActionToken';

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
  endpoint: string,
): boolean {
  const tab = endpoint === ACTION_TOKEN ? null : session.getContext().getAuthenticationSession();
  // Signing out is always allowed.
  if (tab === null || tab.getAction() === 'LOGGING_OUT') return false;
  // Which tab comes back from a provider is known only when Keycloak is done: nobody has checked it before.
  const over =
    (isBroker(request.getUriInfo().getPath()) && isOver(session, tab)) || isOverAtEnd(session, tab);
  if (!over) return false;
  session.getTransactionManager().setRollbackOnly();
  replaceByPage(response, endedPage(session));
  response.getHeaders().remove('Location');
  return true;
}

/** Whether a path may be one of Keycloak's for identity providers. Each part is checked: a tab that has ended has ended at any path. */
function isBroker(path: string): boolean {
  return path.split('/').some((part) => isNamed(part, 'broker'));
}

/**
 * Undoes what a request did with an access token, at the account's own API above all, if the token's session should have ended, mostly because
 * its account was taken over: Keycloak may have put the session back into its cache, or the request was under way at that moment.
 *
 * @returns whether it did
 */
export function takeBackEndedToken(session: KeycloakSession, response: ContainerResponseContext): boolean {
  const context = session.getContext();
  const live = context.getBearerToken() === null ? null : context.getUserSession();
  if (live === null || response.getStatus() >= FIRST_ERROR_STATUS || !hasEnded(session, live)) return false;
  session.getTransactionManager().setRollbackOnly();
  const wrong = problem('invalid_token', 'The access token is not valid');
  replaceByError(response, wrong.status, answerBody('protocol', wrong.code, wrong.text));
  for (const [name, value] of Object.entries(problemHeaders(wrong)))
    response.getHeaders().putSingle(name, value);
  return true;
}
