/** Rolls back a request in a tab that ended during the request (contract, section 3.4), or records what the tab rests on. */
import type {
  AuthenticationSessionModel,
  ContainerRequestContext,
  ContainerResponseContext,
  KeycloakSession,
} from 'keycloak';
import { replaceByPage } from '../../http/response/replace-response.ts';
import { recordBasis } from './basis.ts';
import { continuedTab, endedPage, hasTabEndedMeanwhile, hasUnaskedTabEnded } from './ended-tab.ts';
import { isOpen } from './run-flow.ts';
import { recordSetUp } from './set-up.ts';
import { endTabsElsewhere } from './signed-out-elsewhere.ts';

/** Keycloak's action of the tab in which it signs out. */
const LOGGING_OUT = 'LOGGING_OUT';

/**
 * Rolls back what Keycloak did in such a tab: a sign-in, a consent, a change of the account, a link to an identity provider. The account
 * may have been claimed while the request was under way, above all while it waited for a provider or a mail server. Of any other tab, records
 * what it rests on.
 *
 * @returns whether it rolled back
 */
export function rollBackEndedTab(
  session: KeycloakSession,
  response: ContainerResponseContext,
  _request: ContainerRequestContext,
  endpoint: { readonly allowsEndedTab?: true } | null,
): boolean {
  const tab = tabOf(session);
  const action = tab?.getAction() ?? null;
  // Without an action, it is no browser's: Keycloak creates one for a token that it issues or judges. Signing out is always allowed.
  if (tab === null || action === null || action === LOGGING_OUT) return false;
  const mayEnd = endpoint?.allowsEndedTab !== true;
  const ended = mayEnd && (hasUnaskedTabEnded(session, tab) || hasTabEndedMeanwhile(session, tab));
  if (!ended) endTabsElsewhere(session, tab);
  if (!ended && isOpen(tab)) {
    recordBasis(session, tab);
    recordSetUp(session, tab);
  }
  if (!ended) return false;
  session.getTransactionManager().setRollbackOnly();
  replaceByPage(response, endedPage(session));
  return true;
}

/** The tab of a request. While Keycloak ends the user's other sessions, it has that of a sign-out instead. */
function tabOf(session: KeycloakSession): AuthenticationSessionModel | null {
  const tab = session.getContext().getAuthenticationSession();
  return tab?.getAction() === LOGGING_OUT ? (continuedTab(session) ?? tab) : tab;
}
