/** Rolls back a request in a tab that ended during the request (contract, section 3.4). */
import type { ContainerRequestContext, ContainerResponseContext, KeycloakSession } from 'keycloak';
import { isBroker } from '../request/realm-path.ts';
import { replaceByPage } from '../response/replace-response.ts';
import { pathOf } from '../session/address.ts';
import { endedPage, hasTabEnded, hasTabEndedMeanwhile } from './ended-tab.ts';

/**
 * Rolls back what Keycloak did in such a tab: a sign-in, a consent, a change of the account, a link to an identity provider. The account
 * may have been claimed while the request was under way, above all while it waited for a provider or a mail server.
 *
 * @returns whether it rolled back
 */
export function rollBackEndedTab(
  session: KeycloakSession,
  _request: ContainerRequestContext,
  response: ContainerResponseContext,
  endpoint: { readonly allowsEndedTab?: true } | null,
): boolean {
  const tab = endpoint?.allowsEndedTab === true ? null : session.getContext().getAuthenticationSession();
  // Signing out is always allowed.
  if (tab === null || tab.getAction() === 'LOGGING_OUT') return false;
  // When a user returns from a provider, the tab is known only after Keycloak has handled the request: no check has run yet.
  const ended =
    (isBroker(pathOf(session)) && hasTabEnded(session, tab)) || hasTabEndedMeanwhile(session, tab);
  if (!ended) return false;
  session.getTransactionManager().setRollbackOnly();
  replaceByPage(response, endedPage(session));
  return true;
}
