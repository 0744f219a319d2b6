/**
 * Sign-ins through an identity provider at a client that requires more than one step. From any page of a sign-in, Keycloak lets users choose
 * any provider, and skips the rest of the flow when they return (contract, section 3.1).
 */
import type {
  AuthenticationSessionModel,
  ContainerRequestContext,
  ContainerResponseContext,
  KeycloakSession,
} from 'keycloak';
import { page } from '../../http/pages/page.ts';
import { isBroker } from '../../http/request/realm-path.ts';
import { FIRST_ERROR_STATUS, replaceByPage } from '../../http/response/replace-response.ts';
import { FORBIDDEN } from '../../http/response/responses.ts';
import { pathOf } from '../../platform/session/address.ts';
import { sessionValue } from '../../platform/session/values.ts';
import { LINKING_NOTE } from '../../sign-in/provider/brokered.ts';
import { hasOwnFlow, requiresMore } from '../../sign-in/provider/required-steps.ts';
import { tabsOf } from '../../sign-in/tabs/move-tabs.ts';

const AuthenticationSessionManager = Java.type('org.keycloak.services.managers.AuthenticationSessionManager');

/** The tabs that had the note when the request started. */
const LINKING = sessionValue<string[]>('linking-tabs');

/** Keycloak's name for the part of the path that names the provider. */
const PROVIDER_PARAMETER = 'provider_alias';

/** Records, before Keycloak acts, which tabs of this browser are linking an account to a provider. */
export function recordLinkingTabs(session: KeycloakSession): void {
  const realm = session.getContext().getRealm();
  if (realm === null || !isBroker(pathOf(session))) return;
  const root = new AuthenticationSessionManager(session).getCurrentRootAuthenticationSession(realm);
  const linking = root === null ? [] : tabsOf(root).filter((tab) => tab.getAuthNote(LINKING_NOTE) !== null);
  LINKING.record(
    session,
    linking.map((tab) => tab.getTabId()),
  );
}

/**
 * Rolls back what Keycloak did when a user leaves for a provider or returns, if the flow of the tab's client requires steps that would be
 * skipped. Allowed are a provider whose post login flow requires them, and users who link their account to one.
 *
 * @returns whether it rolled back
 */
export function rollBackSkippedSteps(
  session: KeycloakSession,
  response: ContainerResponseContext,
  request: ContainerRequestContext,
): boolean {
  if (response.getStatus() >= FIRST_ERROR_STATUS || !isBroker(pathOf(session))) return false;
  const alias = request.getUriInfo().getPathParameters().getFirst(PROVIDER_PARAMETER);
  if (alias === null) return false;
  const tab = session.getContext().getAuthenticationSession();
  if (tab === null || tab.getAction() === 'LOGGING_OUT' || isLinking(session, tab)) return false;
  if (!requiresMore(session, tab) || hasOwnFlow(session, alias)) return false;
  session.getTransactionManager().setRollbackOnly();
  replaceByPage(response, page(session, 'linkgate-rejected.ftl', FORBIDDEN, { reason: 'provider' }));
  return true;
}

function isLinking(session: KeycloakSession, tab: AuthenticationSessionModel): boolean {
  if (tab.getAuthNote(LINKING_NOTE) !== null) return true;
  return (LINKING.of(session) ?? []).includes(tab.getTabId());
}
