/** What comes back from an identity provider into a tab that is over comes to nothing (contract, section 3.4). */
import type { ContainerRequestContext, ContainerResponseContext, KeycloakSession } from 'keycloak';
import { endedPage, isOver } from '../browser/ended-tab.ts';

/**
 * Takes back what Keycloak did in such a tab: its person's account would have got a link to the provider. It is judged when Keycloak is
 * done, in the tab that it found: it waits for the provider's answer meanwhile, and the account may be taken over while it does.
 */
export function endBrokered(
  session: KeycloakSession,
  request: ContainerRequestContext,
  response: ContainerResponseContext,
): void {
  const tab = isBroker(request.getUriInfo().getPath())
    ? session.getContext().getAuthenticationSession()
    : null;
  // Who signs out may always.
  if (tab === null || tab.getAction() === 'LOGGING_OUT' || !isOver(session, tab)) return;
  session.getTransactionManager().setRollbackOnly();
  const page = endedPage(session);
  response.setStatus(page.getStatus());
  response.setEntity(page.getEntity(), null, page.getMediaType());
  response.getHeaders().remove('Location');
  response.getHeaders().putSingle('Cache-Control', 'no-store');
}

/** Whether a path may be one of Keycloak's for identity providers. Judged by each part: what is over is over at any path. */
function isBroker(path: string): boolean {
  // What comes behind a semicolon isn't the name's (RFC 3986, section 3.3).
  return path.split('/').some((part) => part.split(';')[0] === 'broker');
}
