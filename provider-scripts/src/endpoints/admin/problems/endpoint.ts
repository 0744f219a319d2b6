/** The realm's current problems, each with a fix. */

import type { KeycloakSession, RealmModel, Response } from 'keycloak';
import { countClients, flowsOfClients } from '../../../clients/rows.ts';
import { findingsInRealm } from '../../../clients/taken-names.ts';
import { hasFeedback } from '../../../email/feedback/record.ts';
import { smtpSettings } from '../../../email/smtp.ts';
import type { AdminCall } from '../../../http/request/admin-call.ts';
import { jsonResponse } from '../../../http/response/responses.ts';
import { HOUR_SECONDS, SLOT_SECONDS, slotOf } from '../../../observability/metrics/slots.ts';
import { failedEmails } from '../../../observability/statistics/failed-emails.ts';
import { flushTallies } from '../../../observability/statistics/flush.ts';
import { lostReports } from '../../../observability/statistics/last-hour.ts';
import { type FallenHost, fallenHosts } from '../../../observability/statistics/mailboxes.ts';
import { QUESTIONS, type StatisticsQuestion } from '../../../observability/statistics/questions.ts';
import { type SilentKind, silentKinds } from '../../../observability/statistics/reports.ts';
import { readStatistics } from '../../../observability/statistics/rows.ts';
import { shieldCounts } from '../../../observability/statistics/shield.ts';
import { currentTime } from '../../../platform/engine/clock.ts';
import { MILLIS_PER_SECOND, SECONDS_PER_DAY } from '../../../platform/engine/time.ts';
import { FINDINGS } from '../../../platform/errors/catalogue/findings.ts';
import { type Finding, finding } from '../../../platform/errors/finding.ts';
import { baseUrl, hasFixedHostname } from '../../../platform/keycloak/base-url.ts';
import { realmIdOf, requireRealm } from '../../../platform/keycloak/realm.ts';
import { findingsOfSteps } from '../../../realm/flow/other-step.ts';
import { policyFlows } from '../../../realm/flow/policy-flows.ts';
import { hasLinkStep } from '../../../realm/flow/read.ts';
import { STEP_NAMES } from '../../../realm/flow/step-ids.ts';
import type { RealmRule, RealmSettings } from '../../../realm/realm-rules/rule.ts';
import { MAIL_SERVER_RULE, REALM_RULES, STEP_RULES } from '../../../realm/realm-rules/rules.ts';
import { isLinkgateRealm } from '../../../realm/settings/enabled.ts';
import { settingOf } from '../../../realm/settings/of.ts';
import { REALM, SIGN_IN } from '../../../realm/settings/table.ts';
import { findFetchedList } from '../../../realm/sign-up-rules/fetched-rows.ts';
import { inWholeRealm } from '../../../sign-in/passkey/question.ts';
import { PASSKEYS_RULE } from '../../../sign-in/passkey/rule.ts';
import { routeFindings } from '../email-routes.ts';
import { readRealmSteps } from '../realm-steps.ts';
import { type SettingProblem, settingProblems } from './settings.ts';

const Compatibility = Java.type('org.linkgate.host.Compatibility');

/** A problem as it is reported; texts are English. */
interface ReportedProblem extends Pick<RealmRule, 'id' | 'fix' | 'console'> {
  values: Readonly<Record<string, number | string>>;
  page: RealmRule['page'] | SettingProblem['page'];
  message: string;
  /** The setting concerned, if the id alone doesn't identify it. */
  detail: Pick<Finding, 'id' | 'values'> | null;
}

const SETTING_FIXES = {
  settings: 'correct or reset it on the page for settings, or on the client’s page',
  'settings-without-effect': 'turn on what it needs, or reset it',
} as const;

/** Reports the problems. */
export function listProblems({ session, auth }: AdminCall): Response {
  auth.realm().requireViewRealm();
  const settings = settingsOf(session, requireRealm(session));
  const rules = isLinkgateRealm(requireRealm(session)) ? REALM_RULES : STEP_RULES;
  const problems = serverProblems(session);
  for (const rule of rules) problems.push(...violations(rule, settings));
  problems.push(...violations(PASSKEYS_RULE, inWholeRealm(session)));
  for (const { detail, ...one } of settingProblems(session))
    problems.push({ ...one, ...withDetail(detail), values: {}, fix: SETTING_FIXES[one.id] });
  problems.push(...emailProblems(session));
  return jsonResponse(200, { problems }).build();
}

function violations<S>({ problems, values = {}, ...rule }: RealmRule<S>, settings: S): ReportedProblem[] {
  const { id, fix, page, console } = rule;
  return problems(settings).map((one) => ({ id, values, ...withDetail(one), fix, page, console }));
}

function withDetail({ message, id, values }: Finding): Pick<ReportedProblem, 'message' | 'detail'> {
  return { message, detail: { id, values } };
}

/** What is wrong with the realm's ways to send emails, and with what is reported of them. */
function emailProblems(session: KeycloakSession): ReportedProblem[] {
  const problems: ReportedProblem[] = routeFindings(session).map((one) => ({
    id: 'email-routes',
    values: {},
    ...withDetail(one),
    fix: 'put the secret into the server’s vault under the name that the setting refers to, have the operator allow the address, or change the setting',
    page: 'settings',
    console: null,
  }));
  const { unsigned, rejected } = hasFeedback(session) ? lostReports(session) : { unsigned: 0, rejected: 0 };
  if (unsigned > 0)
    problems.push({
      id: 'unsigned-reports',
      values: { count: unsigned },
      message: `${unsigned} reports on emails in the last hour were not signed by the service of their route`,
      detail: null,
      fix: 'compare the secret in the vault with the one that the email service shows; other requests are somebody else’s, and nothing follows from them',
      page: 'settings',
      console: null,
    });
  if (rejected > 0)
    problems.push({
      id: 'rejected-reports',
      values: { count: rejected },
      message: `${rejected} reports on emails in the last hour were too large, and lost`,
      detail: null,
      fix: 'look at the webhook at the email service: it should send only the events that the documentation names, and no contents of emails; other requests are somebody else’s',
      page: 'settings',
      console: null,
    });
  for (const { kind, count } of hasFeedback(session) ? silentRoutes(session) : [])
    problems.push({
      id: 'missing-reports',
      values: { count, kind },
      message: `${count} emails were accepted by ${kind}, and nothing was reported since`,
      detail: null,
      fix: 'look at the webhook at the email service: its URL, its events, and what it says of failed requests',
      page: 'settings',
      console: null,
    });
  for (const { host, share, usual } of fallen(session))
    problems.push({
      id: 'mailbox-host',
      values: { host, share, usual },
      message: `${share} % of the links to ${host} were used lately, usually ${usual} %`,
      detail: null,
      fix: 'look at the lines of time of users there, check the email on this page, and ask whether that host delays or filters it',
      page: null,
      console: null,
    });
  return problems;
}

/** The kinds of routes of which nothing is reported any longer. */
function silentRoutes(session: KeycloakSession): SilentKind[] {
  flushTallies(session);
  const now = currentTime();
  const day = { from: slotOf(now - SECONDS_PER_DAY, HOUR_SECONDS), now };
  return silentKinds(readStatistics(session, realmIdOf(session), QUESTIONS.reports.day, day), now);
}

/** Links that were sent less than that before now may still be used. */
const LINK_USE_SECONDS = 15 * 60;

/** The mailbox hosts where fewer links are used than usually: in the last hour or day, up to a while ago. */
function fallen(session: KeycloakSession): FallenHost[] {
  flushTallies(session);
  const now = currentTime() - LINK_USE_SECONDS;
  const counted = (question: StatisticsQuestion) => {
    const { slot, time } = question;
    const span = { from: slotOf(now - time, slot), now: slotOf(now, slot) - 1 };
    return readStatistics(session, realmIdOf(session), question, span);
  };
  const { hour, day, month } = QUESTIONS.hosts;
  return fallenHosts([counted(hour), counted(day)], counted(month));
}

function serverProblems(session: KeycloakSession): ReportedProblem[] {
  const problems: ReportedProblem[] = [];
  const untested = Compatibility.untested();
  if (untested !== null)
    problems.push({
      id: 'keycloak-version',
      values: {},
      message: untested,
      detail: null,
      fix: 'install a Linkgate that was tested with this version of Keycloak',
      page: null,
      console: null,
    });
  if (!hasFixedHostname(session))
    problems.push({
      id: 'hostname',
      values: {},
      message: 'the server has no fixed hostname, so no links are sent',
      detail: null,
      fix: 'start Keycloak with hostname=<the server’s full URL>, or set the realm’s frontend URL',
      page: null,
      console: 'realm-settings/general',
    });
  const address = baseUrl(session);
  if (!/^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(address))
    problems.push({
      id: 'https',
      values: {},
      ...withDetail(finding('http-address', { address })),
      fix: 'give Keycloak a certificate (https-certificate-file), or a proxy in front with proxy-headers and hostname=https://…',
      page: null,
      console: null,
    });
  for (const flow of flowsWithoutStep(session))
    problems.push({
      id: 'sign-in-flow',
      values: {},
      ...withDetail(finding('flow-without-step', { flow })),
      fix: 'Authentication, Flows: add the step “Linkgate: magic link” and enable it and the sub-flow around it; or set the realm attribute linkgate.enabled to false',
      page: null,
      console: 'authentication',
    });
  for (const one of findingsOfSteps(requireRealm(session)))
    problems.push({
      id: 'steps',
      values: {},
      ...withDetail(one),
      fix: `Authentication, Flows: put the step for this realm in its place (“${STEP_NAMES.linkgate}” in a Linkgate realm, “${STEP_NAMES.stock}” in any other), or reset the named settings`,
      page: null,
      console: 'authentication',
    });
  const { count: failed, cause } = failedEmails(session);
  if (failed > 0)
    problems.push({
      id: 'emails-failing',
      values: { count: failed },
      message: `${failed} emails did not leave in the last hour${cause === null ? '' : `: ${FINDINGS[cause]}`}`,
      detail: cause === null ? null : { id: cause, values: {} },
      fix: 'Realm settings, Email: Test connection; then send a test email',
      page: null,
      console: MAIL_SERVER_RULE.console,
    });
  const { suspected, isMisconfigured } = shieldProblems(session);
  if (suspected >= MANY_SUSPECTED)
    problems.push({
      id: 'suspected-requests',
      values: { count: suspected },
      message: `${suspected} requests for an email looked like a script's in the last hour, and nobody was asked for a proof of work`,
      detail: null,
      fix: `set ${REALM.shield.name}, or a step's setting ${SIGN_IN.shield.name}, to suspicious`,
      page: 'settings',
      console: null,
    });
  if (isMisconfigured)
    problems.push({
      id: 'shield-service',
      values: {},
      message:
        "the shield's service rejected the realm's secret or site key, or the vault doesn't have the secret",
      detail: null,
      fix: `correct ${REALM.shieldService.name}, or the secret in the vault`,
      page: 'settings',
      console: null,
    });
  const list = failingList(session);
  if (list !== null)
    problems.push({
      id: 'disposable-list',
      values: { failed_at: list.failedAt },
      message: `the list of disposable domains can't be fetched since ${instantOf(list.failedAt)}`,
      detail: list.failure,
      fix: `correct ${REALM.signUpDisposableList.name}, or what is at that address; the last list that could be fetched still acts`,
      page: 'settings',
      console: null,
    });
  for (const one of isLinkgateRealm(requireRealm(session)) ? findingsInRealm(session) : [])
    problems.push({
      id: 'client-ids',
      values: {},
      ...withDetail(one),
      fix: 'reject the client, or give the API another audience',
      page: 'clients',
      console: null,
    });
  const pending = isLinkgateRealm(requireRealm(session)) ? pendingClients(session) : 0;
  if (pending > 0)
    problems.push({
      id: 'pending-clients',
      values: { count: pending },
      message: `${pending} clients wait for approval`,
      detail: null,
      fix: 'approve or reject them',
      page: 'clients',
      console: null,
    });
  return problems;
}

/** Since when the list of disposable domains that the realm names can't be fetched, and why; null if it can. */
function failingList(
  session: KeycloakSession,
): { failedAt: number; failure: ReportedProblem['detail'] } | null {
  const address = settingOf(requireRealm(session), REALM.signUpDisposableList);
  const found = address === '' ? null : findFetchedList(session);
  if (found === null || found.address !== address || found.failedAt === null) return null;
  return { failedAt: found.failedAt, failure: found.failure };
}

/** As 2026-01-31T12:00Z. */
function instantOf(seconds: number): string {
  return new Date(seconds * MILLIS_PER_SECOND).toISOString().replace(/:\d\d\.\d+Z$/, 'Z');
}

/** How many suspected requests in an hour aren't some users of one network. */
const MANY_SUSPECTED = 20;

/** What the shield has told in the last hour: requests that were suspected and not asked, and whether its service has rejected what the realm has stored, in this slot or the one before. */
function shieldProblems(session: KeycloakSession): { suspected: number; isMisconfigured: boolean } {
  const now = currentTime();
  const hour = { from: slotOf(now - HOUR_SECONDS), now };
  const { suspected, challenges, misconfiguredAt } = shieldCounts(session, 'hour', hour);
  return {
    suspected: challenges.asked > 0 ? 0 : suspected,
    isMisconfigured: misconfiguredAt !== null && misconfiguredAt >= slotOf(now) - SLOT_SECONDS,
  };
}

function pendingClients(session: KeycloakSession): number {
  return countClients(session, { text: null, approval: 'pending' });
}

/** The aliases of flows in which no link is sent or used: the realm's, its clients' overrides, and those that client policies choose. */
function flowsWithoutStep(session: KeycloakSession): string[] {
  const realm = requireRealm(session);
  if (!isLinkgateRealm(realm)) return [];
  const own = realm.getBrowserFlow();
  const missing: string[] = own === null ? ['(none)'] : [];
  const ids = own === null ? [] : [own.getId()];
  for (const id of flowsOfClients(session)) if (!ids.includes(id)) ids.push(id);
  for (const id of ids) {
    const flow = realm.getAuthenticationFlowById(id);
    if (flow !== null && !hasLinkStep(session, id)) missing.push(flow.getAlias());
  }
  for (const { alias } of policyFlows(session) ?? []) {
    const flow = realm.getFlowByAlias(alias);
    if ((flow === null || !hasLinkStep(session, flow.getId())) && !missing.includes(alias))
      missing.push(alias);
  }
  return missing;
}

function settingsOf(session: KeycloakSession, realm: RealmModel): RealmSettings {
  return {
    registrationAllowed: realm.isRegistrationAllowed(),
    resetPasswordAllowed: realm.isResetPasswordAllowed(),
    verifyEmail: realm.isVerifyEmail(),
    duplicateEmailsAllowed: realm.isDuplicateEmailsAllowed(),
    editUsernameAllowed: realm.isEditUsernameAllowed(),
    loginWithEmailAllowed: realm.isLoginWithEmailAllowed(),
    sslRequired: String(realm.getSslRequired()).toLowerCase(),
    accessTokenLifespan: realm.getAccessTokenLifespan(),
    accessCodeLifespan: realm.getAccessCodeLifespan(),
    ssoSessionIdleTimeout: realm.getSsoSessionIdleTimeout(),
    ssoSessionMaxLifespan: realm.getSsoSessionMaxLifespan(),
    ssoSessionIdleTimeoutRememberMe: realm.getSsoSessionIdleTimeoutRememberMe(),
    ssoSessionMaxLifespanRememberMe: realm.getSsoSessionMaxLifespanRememberMe(),
    clientSessionIdleTimeout: realm.getClientSessionIdleTimeout(),
    clientSessionMaxLifespan: realm.getClientSessionMaxLifespan(),
    smtpServer: smtpSettings(session),
    emailSender: readRealmSteps(session).emailSender,
    attribute: (name) => realm.getAttribute(name),
  };
}
