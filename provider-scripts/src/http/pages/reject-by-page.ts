/** Rejects a request when nothing can be sent back to a client: a themed page for a browser, JSON for any other caller. */

import type { KeycloakSession, LoginFormsProvider, Response } from 'keycloak';
import { toJava } from '../../platform/engine/to-java.ts';
import { wireCode } from '../../platform/errors/catalogue/codes.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { pageBranding } from '../../realm/branding/client-branding.ts';
import { tellOfClient } from '../../realm/branding/on-page.ts';
import { waitOf } from '../../realm/language/durations.ts';
import { openedAccount } from '../../realm/language/selector.ts';
import { accountPageUrl, hasAccountPage } from '../../realm/settings/account-page-policy.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import type { ErrorFormat } from '../response/error-body.ts';
import { problemHeaders, problemResponse } from '../response/responses.ts';
import { problemKind } from './problem-page.ts';

const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const JavaStatus = Java.type('jakarta.ws.rs.core.Response$Status');
const FormsProvider = Java.type('org.keycloak.forms.login.LoginFormsProvider');
const LocaleUtil = Java.type('org.keycloak.services.util.LocaleUtil');
const MediaTypeMatcher = Java.type('org.keycloak.utils.MediaTypeMatcher');

/** Whether the caller is a browser that wants a page. */
export function wantsPage(session: KeycloakSession): boolean {
  return MediaTypeMatcher.isHtmlRequest(session.getContext().getHttpRequest().getHttpHeaders());
}

/** The rejection in the format that the caller can show. */
export function rejectByPage(
  session: KeycloakSession,
  wrong: Problem,
  format: ErrorFormat = 'protocol',
): Response {
  if (!wantsPage(session)) return problemResponse(format, wrong).build();
  const status = JavaStatus.fromStatusCode(wrong.status);
  const kind = problemKind(wrong);
  const facts = {
    kind,
    code: wireCode(wrong.code),
    text: wrong.text,
    ...(wrong.waitSeconds === undefined ? {} : { wait: waitOf(wrong.waitSeconds) }),
  };
  const forms = session
    .getProvider(FormsProvider.class)
    .setAttribute('problem', toJava(facts))
    .setError(`linkgateProblemText.${kind}`, []);
  addBranding(session, forms);
  if (session.getContext().getClient() === null && hasAccountPage(session))
    forms.setAttribute('ownPage', accountPageUrl(session));
  const response = JavaResponse.fromResponse(forms.createErrorPage(status)).header(
    'Cache-Control',
    'no-store',
  );
  for (const [name, value] of Object.entries(problemHeaders(wrong))) response.header(name, value);
  return response.build();
}

/**
 * Adds the client's name and branding, or the realm's, to a page outside a sign-in flow, the account whose link was opened, for its language,
 * and the language menu if the page can be requested again.
 */
export function addBranding(session: KeycloakSession, forms: LoginFormsProvider): void {
  const realm = requireRealm(session);
  const account = openedAccount(session);
  if (account !== null) forms.setUser(account);
  const context = session.getContext();
  // The language menu's choice, as on Keycloak's own pages; in a Linkgate realm our selector reads it.
  if (!isLinkgateRealm(realm))
    LocaleUtil.processLocaleParam(session, realm, context.getAuthenticationSession());
  const client = context.getClient();
  forms.setAttribute('isFormResponse', context.getHttpRequest().getHttpMethod() !== 'GET');
  forms.setAttribute('branding', pageBranding(session, client));
  if (client !== null) tellOfClient(forms, session, client);
}
