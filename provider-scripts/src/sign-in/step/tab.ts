/** The tab in which a confirmed link continues: the requesting one, or a new one for the same request. */

import type {
  AuthenticationFlowModel,
  AuthenticationSessionModel,
  ClientModel,
  KeycloakSession,
  UserSessionModel,
} from 'keycloak';
import { judgeAuthorizationRequest, parametersOf } from '../../clients/authorization-request.ts';
import type { LinkRow, StepRequest } from '../../links/magic-link/link.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { StoredExecution } from '../../platform/keycloak/execution.ts';
import { BROWSER_FLOW_PATH, RESET_CREDENTIALS } from '../../platform/keycloak/flow-paths.ts';
import { readFlow } from '../../platform/keycloak/flow-tree.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { boundFlow, CHOSEN_FLOW_NOTE } from '../../realm/flow/flow.ts';
import { findStep } from '../../realm/flow/own-step.ts';
import { policyFlowsForClient } from '../../realm/flow/policy-flows.ts';
import { hasLowerLevel, isReachedFromStart, levelConditionsAround } from '../../realm/levels/flow-levels.ts';
import { raiseToMinimum } from '../../realm/levels/requested-level.ts';
import { currentRoot, rootOf } from '../tabs/link-session.ts';
import { tabsOf } from '../tabs/move-tabs.ts';
import { REMEMBER_ME_NOTE, restoreFromRequest, setNote } from '../tabs/notes.ts';
import { flowUrl } from '../tabs/run-flow.ts';
import { waitingBrowser } from '../tabs/waiting-cookie.ts';

const AuthenticationProcessor = Java.type('org.keycloak.authentication.AuthenticationProcessor');
const AuthenticationSessionManager = Java.type('org.keycloak.services.managers.AuthenticationSessionManager');
const ClientSessionCode = Java.type('org.keycloak.services.managers.ClientSessionCode');
const ExecutionStatus = Java.type('org.keycloak.sessions.CommonClientSessionModel$ExecutionStatus');
const RestartLoginCookie = Java.type('org.keycloak.protocol.RestartLoginCookie');

/** A request into a flow, and what its step needs. */
export interface FlowEntry {
  row: Pick<LinkRow, 'request'>;
  step: StepRequest;
  client: ClientModel;
}

/** A link that a step sent. */
export interface StepLink extends FlowEntry {
  row: LinkRow;
}

/** The tab that requested a link, if this is its browser: both cookies, Keycloak's and ours, name the tab. */
export function requestingTab(
  session: KeycloakSession,
  { row }: StepLink,
): AuthenticationSessionModel | null {
  const place = row.request.requestedBy;
  const root = currentRoot(session);
  if (place === undefined || root === null || root.getId() !== place.root) return null;
  const waiting = waitingBrowser(session, currentTime());
  if (waiting === null || !waiting.tabs.some(({ tab }) => tab === place.tab)) return null;
  return tabsOf(root).find((tab) => tab.getTabId() === place.tab) ?? null;
}

/** Whether a flow's link can continue in another browser: what comes before the step there doesn't depend on the first one. */
export function continuesAnywhere(flowPath: string): boolean {
  return flowPath === BROWSER_FLOW_PATH || flowPath === RESET_CREDENTIALS;
}

/** Whether a link's step belongs to the flow that its path runs now, so that a new tab can continue with it. */
export function canOpenTab(session: KeycloakSession, link: StepLink, flowId: string): boolean {
  return (
    continuesAnywhere(link.step.flowPath) &&
    flowOf(session, link)?.getId() === flowId &&
    isStillAccepted(session, link)
  );
}

/**
 * Whether Keycloak still accepts a backend's request, and client policies choose the flow that they chose when it was made: no request of a browser
 * has asked them.
 */
function isStillAccepted(session: KeycloakSession, { row: { request }, client }: StepLink): boolean {
  if (request.byBackend !== true || client.getProtocol() === 'saml') return true;
  const chosen = request.notes[CHOSEN_FLOW_NOTE];
  if (request.lands === true) return policyFlowsForClient(session, client)?.length === 0;
  const judged = judgeAuthorizationRequest(session, client, parametersOf(client, request));
  return 'notes' in judged && judged.notes[CHOSEN_FLOW_NOTE] === chosen;
}

function flowOf(session: KeycloakSession, { step, client, row }: StepLink): AuthenticationFlowModel | null {
  const realm = requireRealm(session);
  return step.flowPath === RESET_CREDENTIALS
    ? realm.getResetCredentialsFlow()
    : boundFlow(realm, client, row.request.notes[CHOSEN_FLOW_NOTE] ?? null);
}

/** A tab for a link's request, in this browser: beside its other tabs as at `/auth`, or in a new session if one has just ended. */
export function openTab(
  session: KeycloakSession,
  { row, step, client }: FlowEntry,
  live: UserSessionModel | null,
  isAfterSignOut: boolean,
): AuthenticationSessionModel {
  const before = isAfterSignOut
    ? null
    : (currentRoot(session) ?? (live === null ? null : rootOf(session, live)));
  const root =
    before ??
    new AuthenticationSessionManager(session).createAuthenticationSession(requireRealm(session), true);
  const tab = root.createAuthenticationSession(client);
  tab.setProtocol(step.protocol);
  tab.setRedirectUri(row.request.redirectUri);
  tab.setAction('AUTHENTICATE');
  for (const [name, value] of Object.entries(row.request.notes)) tab.setClientNote(name, value);
  restoreFromRequest(tab);
  if (row.request.byBackend === true) raiseToMinimum(tab);
  if (step.rememberMe) tab.setAuthNote(REMEMBER_ME_NOTE, 'true');
  // Keycloak notes the level that a condition is for only if it has found that the condition holds.
  for (const id of conditionsOf(session, { row, step, client }))
    tab.setExecutionStatus(id, ExecutionStatus.EVALUATED_TRUE);
  RestartLoginCookie.setRestartCookie(session, tab);
  return tab;
}

/** The conditions that hold where the link's step stands. No tab has found out those of a backend's link: those of levels, from the lowest, do. */
function conditionsOf(session: KeycloakSession, { row: { request }, step }: FlowEntry): readonly string[] {
  const own = request.byBackend === true ? findStep(session, request.step ?? '') : null;
  return own === null ? step.conditions : levelConditionsAround(readFlow(session, own.flowId), own.id);
}

/** Notes a confirmed link in the tab whose step uses it. */
export function confirmIn(tab: AuthenticationSessionModel, { row }: StepLink): void {
  setNote(tab, 'confirmed', row.jti);
}

/** Whether signing out the user of this browser's session would end a tab with what its flow has found out so far. */
export function isHeldBy(
  session: KeycloakSession,
  live: UserSessionModel,
  tab: AuthenticationSessionModel,
  link: StepLink,
  flowId: string,
): boolean {
  if (live.getId() !== tab.getParentSession().getId()) return false;
  return tab.getAuthenticatedUser() !== null || !canOpenTab(session, link, flowId);
}

/** The URL at which a new tab continues with its link: the step's action, or the start of a flow that has to find out more. */
export function newTabUrl(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  link: FlowEntry,
): string {
  const step = findStep(session, link.row.request.step ?? '');
  const startsBefore = link.row.request.byBackend === true ? isReachedFromStart : hasLowerLevel;
  const flow = step === null ? [] : readFlow(session, step.flowId);
  if (step === null || !startsBefore(flow, step.id)) {
    skipWithoutPage(tab, flow);
    return actionUrl(session, tab, link);
  }
  tab.setAuthNote(AuthenticationProcessor.CURRENT_FLOW_PATH, link.step.flowPath);
  return String(flowUrl(session, tab));
}

/** Keycloak's authenticators that show no page: a tab that starts at the step would offer them as other ways, since none of them has run. */
const WITHOUT_PAGE: readonly (string | null)[] = [
  'auth-cookie',
  'auth-spnego',
  'identity-provider-redirector',
];

function skipWithoutPage(tab: AuthenticationSessionModel, flow: readonly StoredExecution[]): void {
  for (const { id, authenticator, parts } of flow) {
    if (WITHOUT_PAGE.includes(authenticator)) tab.setExecutionStatus(id, ExecutionStatus.SKIPPED);
    skipWithoutPage(tab, parts ?? []);
  }
}

/** The URL of the step's action in a tab, which uses the link noted there. If the user has chosen another way meanwhile, the tab returns to the step. */
export function actionUrl(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  { row, step }: FlowEntry,
): string {
  tab.setAuthNote(AuthenticationProcessor.CURRENT_FLOW_PATH, step.flowPath);
  tab.setAuthNote(AuthenticationProcessor.CURRENT_AUTHENTICATION_EXECUTION, row.request.step ?? null);
  const code = new ClientSessionCode(session, requireRealm(session), tab).getOrGenerateCode();
  return `${String(flowUrl(session, tab))}&session_code=${encodeURIComponent(String(code))}`;
}
