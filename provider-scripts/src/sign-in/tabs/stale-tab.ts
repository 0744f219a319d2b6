/**
 * The response for a tab whose sign-in continued elsewhere in this browser. Keycloak would send the client an error there, or restart the
 * sign-in and send it a second code.
 */
import type {
  AuthenticationSessionModel,
  ClientModel,
  KeycloakSession,
  RealmModel,
  Response,
} from 'keycloak';
import { page } from '../../http/pages/page.ts';
import { wantsPage } from '../../http/pages/reject-by-page.ts';
import { findAwaitedLink } from '../../links/magic-link/rows.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { queryParameter, queryParameterInAnyCase } from '../../platform/session/address.ts';
import { hasLink } from '../../realm/flow/parse.ts';
import { readSettings } from '../../realm/flow/read.ts';
import { isStep } from '../../realm/flow/step-ids.ts';
import { kindOf } from '../../realm/settings/enabled.ts';
import { liveSession } from './link-session.ts';
import { recreateLostTab } from './lost-tab.ts';
import { findMovedTab } from './move-tabs.ts';
import { note } from './notes.ts';
import { flowUrl } from './run-flow.ts';
import { waitingBrowser } from './waiting-cookie.ts';
import { awaitedLinkOf } from './waiting-tabs.ts';

const AuthenticationSessionManager = Java.type('org.keycloak.services.managers.AuthenticationSessionManager');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const RestartLoginCookie = Java.type('org.keycloak.protocol.RestartLoginCookie');

/** Finds, as Keycloak does, the tab whose page of the sign-in flow is requested; null if this browser has no such tab. */
export function requestedTab(
  session: KeycloakSession,
  client: ClientModel,
): AuthenticationSessionModel | null {
  const tabId = queryParameterInAnyCase(session, 'tab_id');
  if (tabId === null) return null;
  const manager = new AuthenticationSessionManager(session);
  return manager.getCurrentAuthenticationSession(requireRealm(session), client, tabId);
}

/** The response to a request for a page of the sign-in flow in a tab (`here`); null for Keycloak's own response. */
export function respondToStaleTab(
  session: KeycloakSession,
  client: ClientModel,
  currentTab: AuthenticationSessionModel | null,
): Response | null {
  const realm = requireRealm(session);
  const tabId = queryParameter(session, 'tab_id');
  if (tabId === null) return null;
  const manager = new AuthenticationSessionManager(session);
  const root = currentTab === null ? manager.getCurrentRootAuthenticationSession(realm) : null;
  const tab = currentTab ?? (root === null ? null : findMovedTab(root, client, tabId));
  if (tab === null) {
    const recreated = recreateLostTab(session, client, tabId);
    if (recreated !== null) return JavaResponse.seeOther(flowUrl(session, recreated)).build();
    if (liveSession(session) !== null || hasUsedLink(session, tabId)) return continuedElsewherePage(session);
    return wantsPage(session) && !canRestart(session, client) ? lostTabPage(session) : null;
  }
  const proven = note(tab, 'proven') !== null && isLinkStep(realm, queryParameter(session, 'execution'));
  if (proven && note(tab, 'provenBy') === 'link') {
    // The page is in the tab's language.
    session.getContext().setAuthenticationSession(tab);
    return continuedElsewherePage(session);
  }
  // After a one-time code or a cross-device sign-in, going back redirects to the current step; a moved tab continues in its new location.
  return proven || currentTab === null ? JavaResponse.seeOther(flowUrl(session, tab)).build() : null;
}

/**
 * The page for a stock realm's step in a tab that this browser no longer has, as the link was used that it waited for; null for Keycloak's own
 * response, as to any later page of that sign-in.
 */
export function respondToUsedTab(session: KeycloakSession, client: ClientModel): Response | null {
  const tabId = queryParameter(session, 'tab_id');
  if (tabId === null || !wantsPage(session)) return null;
  if (!isLinkStep(requireRealm(session), queryParameter(session, 'execution'))) return null;
  if (!hasUsedLink(session, tabId)) return null;
  session.getContext().setClient(client);
  return continuedElsewherePage(session);
}

/**
 * Whether this browser waited in a tab for a link that was used. The response with the browser's new session may still be in transit:
 * Keycloak would restart the sign-in, in a session that replaces that one.
 */
function hasUsedLink(session: KeycloakSession, tabId: string): boolean {
  const browser = waitingBrowser(session, currentTime());
  const jti = browser === null ? null : awaitedLinkOf(browser.tabs, tabId);
  const link = jti === null ? null : findAwaitedLink(session, jti);
  return link !== null && link.state !== 'issued';
}

/** Whether Keycloak can restart the sign-in from its cookie for this client's request. */
function canRestart(session: KeycloakSession, client: ClientModel): boolean {
  const cookie = RestartLoginCookie.getRestartCookie(session);
  const request = cookie === null ? null : RestartLoginCookie.decryptAndDecode(session, cookie);
  return request?.getClientId() === client.getClientId();
}

/** Shows that this browser no longer has the tab. Keycloak would show an error without a way to continue. */
function lostTabPage(session: KeycloakSession): Response {
  const client = session.getContext().getClient();
  const codeOnly = client !== null && !hasLink(readSettings(session, client));
  return page(session, 'linkgate-check-email.ftl', 400, { state: 'lost', codeOnly });
}

/** Whether a page belongs to the step that waits for the email. */
function isLinkStep(realm: RealmModel, executionId: string | null): boolean {
  const execution = executionId === null ? null : realm.getAuthenticationExecutionById(executionId);
  return execution !== null && isStep({ authenticator: execution.getAuthenticator() }, kindOf(realm));
}

function continuedElsewherePage(session: KeycloakSession): Response {
  return page(session, 'linkgate-check-email.ftl', 200, { state: 'other-tab' });
}
