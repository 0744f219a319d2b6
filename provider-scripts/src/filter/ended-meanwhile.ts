/** What a request did in a tab that is over by its end comes to nothing (contract, section 3.4). */
import type { ContainerRequestContext, ContainerResponseContext, KeycloakSession } from 'keycloak';
import { endedPage, isOver, isOverAtEnd } from '../browser/ended-tab.ts';

/** A link of Keycloak's own proves the address anew, in whichever tab it is opened. */
const ACTION_TOKEN = 'LoginActionsService.executeActionToken';

/**
 * Takes back what Keycloak did in such a tab: a sign-in, a consent, a change of the account, a link to an identity provider. The account
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
  // Who signs out may always.
  if (tab === null || tab.getAction() === 'LOGGING_OUT') return false;
  // Which tab comes back from a provider is known only when Keycloak is done: nobody has judged it before.
  const over =
    (isBroker(request.getUriInfo().getPath()) && isOver(session, tab)) || isOverAtEnd(session, tab);
  if (!over) return false;
  session.getTransactionManager().setRollbackOnly();
  const page = endedPage(session);
  response.setStatus(page.getStatus());
  response.setEntity(page.getEntity(), null, page.getMediaType());
  response.getHeaders().remove('Location');
  response.getHeaders().putSingle('Cache-Control', 'no-store');
  return true;
}

/** Whether a path may be one of Keycloak's for identity providers. Judged by each part: what is over is over at any path. */
function isBroker(path: string): boolean {
  // What comes behind a semicolon isn't the name's (RFC 3986, section 3.3).
  return path.split('/').some((part) => part.split(';')[0] === 'broker');
}
