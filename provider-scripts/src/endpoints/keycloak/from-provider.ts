/** Browsers that return from identity providers: rejected for a client that isn't approved (contract, section 3.3). */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { checkUsable, isApproved } from '../../clients/client.ts';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import { isBroker } from '../../http/request/realm-path.ts';
import { FIRST_ERROR_STATUS, replaceByPage } from '../../http/response/replace-response.ts';
import { problem } from '../../platform/errors/problem.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { pathOf } from '../../platform/session/address.ts';

const LoginFormsProvider = Java.type('org.keycloak.forms.login.LoginFormsProvider');
const Messages = Java.type('org.keycloak.services.messages.Messages');

/**
 * Rolls back what Keycloak did for such a client when users leave for providers or return: the tab is known only once Keycloak is done.
 * Error responses stay.
 *
 * @returns whether it rolled back
 */
export function rollBackUnapprovedClient(
  session: KeycloakSession,
  response: ContainerResponseContext,
): boolean {
  if (response.getStatus() >= FIRST_ERROR_STATUS || !isBroker(pathOf(session))) return false;
  const tab = session.getContext().getAuthenticationSession();
  if (tab === null) return replaceRedirect(session, response);
  // Signing out is always allowed.
  if (tab.getAction() === 'LOGGING_OUT' || isApproved(tab.getClient())) return false;
  session.getTransactionManager().setRollbackOnly();
  replaceByPage(response, rejectByPage(session, problem('client_not_approved')));
  return true;
}

/**
 * Without a tab, and with a user signed in, Keycloak redirects browsers to the client that the provider's `state` names. For an unusable
 * client, the response is the same as for one that doesn't exist.
 */
function replaceRedirect(session: KeycloakSession, response: ContainerResponseContext): boolean {
  const client = session.getContext().getClient();
  if (client === null || checkUsable(client) === null) return false;
  // A sign-in that Keycloak restarts by its cookie: the sign-in pages check its client.
  if (response.getHeaderString('Location')?.startsWith(`${baseUrl(session)}/login-actions/`)) return false;
  const forms = session.getProvider(LoginFormsProvider.class);
  forms.setSuccess(Messages.ALREADY_LOGGED_IN, []).setAttribute('skipLink', true);
  replaceByPage(response, forms.createInfoPage());
  return true;
}
