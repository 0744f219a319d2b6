/** What is wrong now, each with its way to mend it. */
import type { KeycloakSession, RealmModel, Response } from 'keycloak';
import { listClients } from '../../../client/rows.ts';
import { jsonAnswer } from '../../../errors/answers.ts';
import { baseUrl, hasFixedHostname, requireRealm } from '../../../keycloak/base-url.ts';
import { smtpSettings } from '../../../mail/smtp.ts';
import type { RealmRule, RealmSettings } from '../../../realm-rules/rule.ts';
import { MAIL_SERVER_RULE, REALM_RULES } from '../../../realm-rules/rules.ts';
import type { AdminCall } from '../../../request/admin-call.ts';
import { readSettings } from '../../../settings/read.ts';
import { failedMails } from '../../../statistics/failed-mails.ts';
import type { Reason } from '../people/reasons.ts';

/** A problem as it is told; texts are English. */
interface Problem extends Pick<RealmRule, 'id' | 'fix' | 'page' | 'console'>, Pick<Reason, 'values'> {
  message: string;
}

/** So many clients are counted, and no more. */
const MOST_COUNTED = 100;

/** Tells the problems. */
export function answerProblems({ session, auth }: AdminCall): Response {
  auth.realm().requireViewRealm();
  const settings = settingsOf(session, requireRealm(session));
  const problems = ofServer(session);
  for (const { id, values = {}, fix, page, console, problems: found } of REALM_RULES)
    for (const message of found(settings)) problems.push({ id, values, message, fix, page, console });
  return jsonAnswer(200, { problems }).build();
}

function ofServer(session: KeycloakSession): Problem[] {
  const problems: Problem[] = [];
  if (!hasFixedHostname(session))
    problems.push({
      id: 'hostname',
      values: {},
      message: 'the server has no fixed address, so no link is sent',
      fix: 'start Keycloak with hostname=<the server’s whole URL>, or set the realm’s frontend URL',
      page: null,
      console: 'realm-settings/general',
    });
  if (!/^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(baseUrl(session)))
    problems.push({
      id: 'https',
      values: {},
      message: `${baseUrl(session)} is http`,
      fix: 'give Keycloak a certificate (https-certificate-file), or a proxy in front with proxy-headers and hostname=https://…',
      page: null,
      console: null,
    });
  const failed = failedMails(session);
  if (failed > 0)
    problems.push({
      id: 'mails-fail',
      values: { count: failed },
      message: `${failed} mails did not leave in the last hour`,
      fix: 'Realm settings, Email: Test connection; the log of the server has the reason',
      page: null,
      console: MAIL_SERVER_RULE.console,
    });
  const waiting = listClients(
    session,
    requireRealm(session).getId(),
    { text: null, approval: 'pending' },
    { first: 0, max: MOST_COUNTED },
  ).length;
  if (waiting > 0)
    problems.push({
      id: 'pending-clients',
      values: { count: waiting },
      message: `${waiting > MOST_COUNTED ? `more than ${MOST_COUNTED}` : waiting} clients wait for approval`,
      fix: 'approve or reject them',
      page: 'clients',
      console: null,
    });
  return problems;
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
    clientSessionIdleTimeout: realm.getClientSessionIdleTimeout(),
    clientSessionMaxLifespan: realm.getClientSessionMaxLifespan(),
    loginTheme: realm.getLoginTheme(),
    emailTheme: realm.getEmailTheme(),
    smtpServer: smtpSettings(session),
    mailSender: readSettings(session, null).mailSender,
    attribute: (name) => realm.getAttribute(name),
  };
}
