/** Refuses a request where nothing can be sent back to a client: a themed page for a browser, JSON for any other caller. */
import type { KeycloakSession, Response } from 'keycloak';
import type { AnswerFormat } from './answer-body.ts';
import { problemAnswer, problemHeaders } from './answers.ts';
import type { Problem } from './problem.ts';

const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const JavaStatus = Java.type('jakarta.ws.rs.core.Response$Status');
const LoginFormsProvider = Java.type('org.keycloak.forms.login.LoginFormsProvider');
const MediaTypeMatcher = Java.type('org.keycloak.utils.MediaTypeMatcher');

/** Whether the caller is a browser that wants a page. */
export function wantsPage(session: KeycloakSession): boolean {
  return MediaTypeMatcher.isHtmlRequest(session.getContext().getHttpRequest().getHttpHeaders());
}

/** The refusal in the form that the caller can show. */
export function refuseByPage(
  session: KeycloakSession,
  wrong: Problem,
  format: AnswerFormat = 'protocol',
): Response {
  if (!wantsPage(session)) return problemAnswer(format, wrong).build();
  const status = JavaStatus.fromStatusCode(wrong.status);
  const page = session.getProvider(LoginFormsProvider.class).setError(wrong.text, []).createErrorPage(status);
  const response = JavaResponse.fromResponse(page).header('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(problemHeaders(wrong))) response.header(name, value);
  return response.build();
}
