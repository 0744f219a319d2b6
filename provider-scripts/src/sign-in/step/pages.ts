/** The pages of a step: they extend the realm's login theme, whatever it is (`theme-resources`). */
import type { AuthenticationFlowContext, LoginFormsProvider, Response } from 'keycloak';
import { webmailOf } from '../../accounts/address/webmail.ts';
import { rateLimitHeaders, TOO_MANY_REQUESTS } from '../../http/response/rate-limit-headers.ts';
import { problemHeaders } from '../../http/response/responses.ts';
import { purposeOf } from '../../links/magic-link/purpose.ts';
import { toJava } from '../../platform/engine/to-java.ts';
import type { AdminRejectionId } from '../../platform/errors/catalogue/admin-rejections.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { BROWSER_FLOW_PATH } from '../../platform/keycloak/flow-paths.ts';
import { clientName } from '../../realm/branding/client-branding.ts';
import { counted, lifetimeOf, waitOf } from '../../realm/language/durations.ts';
import type { StepSettings } from '../../realm/settings/parse.ts';
import type { CheckEmailState } from '../linkgate-realm/check-email-state.ts';
import type { Resent } from '../linkgate-realm/resend.ts';
import { acceptPasskeys, mayOfferPasskey, passkeyWay } from './passkey.ts';
import { hasRememberMe, isRemembering } from './remember-me.ts';
import { originOf } from './send.ts';
import type { StepRun } from './subject.ts';

const FormMessage = Java.type('org.keycloak.models.utils.FormMessage');
const JavaStatus = Java.type('jakarta.ws.rs.core.Response$Status');

const FIRST_PAGE = 'linkgate-step-email.ftl';
const CHECK_EMAIL_PAGE = 'linkgate-step-check-email.ftl';

/** Why a page is shown again: a message, its parameters, and the field that it is about, if any. */
export interface Wrong {
  key: string;
  parameters?: readonly (string | number)[];
  field?: 'username' | 'code';
  /** What was typed, if it isn't a complete code: the field keeps it. */
  typedCode?: string;
  status?: number;
  headers?: Record<string, string>;
}

/** The message for a problem with sending. */
export function wrongOf(problem: Problem): Wrong {
  const { code, status, rejection, waitSeconds } = problem;
  const key = rejection.id === RECIPIENT_REJECTED ? 'recipient_rejected' : code;
  const wait = waitSeconds === undefined ? null : waitOf(waitSeconds);
  const parameters = wait === null ? [] : counted(wait.count);
  return {
    key: `linkgateError.${key}${wait?.suffix ?? ''}`,
    parameters,
    status,
    headers: problemHeaders(problem),
  };
}

/** Has a text of its own: waiting doesn't help, as the address may be mistyped. */
const RECIPIENT_REJECTED: AdminRejectionId = 'email-rejected';

function form(context: AuthenticationFlowContext, wrong: Wrong | null): LoginFormsProvider {
  const client = context.getAuthenticationSession().getClient();
  const session = context.getSession();
  const page = context.form().setAttribute('clientName', clientName(session, client));
  const purpose = purposeOf(session, { flowPath: context.getFlowPath(), ...originOf(context) });
  for (const [name, value] of Object.entries(purpose)) page.setAttribute(name, value);
  // In a Linkgate realm the response filter does this.
  const headers = {
    ...rateLimitHeaders(session, wrong?.status === TOO_MANY_REQUESTS),
    ...wrong?.headers,
  };
  for (const [name, value] of Object.entries(headers)) page.setResponseHeader(name, value);
  if (wrong === null) return page;
  if (wrong.status !== undefined) page.setStatus(JavaStatus.fromStatusCode(wrong.status));
  const { key, parameters = [], field } = wrong;
  return field === undefined
    ? page.setError(key, [...parameters])
    : page.addError(new FormMessage(field, key, [...parameters]));
}

/**
 * Whether the page lists identity providers, as Keycloak's own first page does: for a user whom only a session names, those that the account is
 * linked to. After a page for the name there are none, as on Keycloak's page for the password: they would tell of an account.
 */
function listsProviders(context: AuthenticationFlowContext, { subject }: StepRun): boolean {
  const isFirst =
    subject.kind === 'unknown' || (subject.kind === 'known' && !subject.proven && subject.name === null);
  return isFirst && context.getFlowPath() === BROWSER_FLOW_PATH;
}

/** Prompts for an address or a user name; only for a click if the flow has identified the user. */
export function firstPage(
  context: AuthenticationFlowContext,
  run: StepRun,
  typed: string,
  wrong: Wrong | null = null,
): Response {
  if (passkeyWay(context, run) !== null) acceptPasskeys(context);
  return form(context, wrong)
    .setAttribute('passkeyCheck', mayOfferPasskey(context, run))
    .setAttribute('prompts', run.subject.kind === 'unknown')
    .setAttribute('typed', typed)
    .setAttribute('listsProviders', listsProviders(context, run))
    .setAttribute('offersRememberMe', hasRememberMe(context, run))
    .setAttribute('isRemembering', isRemembering(context))
    .createForm(FIRST_PAGE);
}

/** What the "check your email" page shows. */
export interface Waiting {
  /** What was typed; empty if the flow has identified the user. */
  sentTo: string;
  state: CheckEmailState;
  codeField: boolean;
  /** Whether the link can also be opened in another browser. */
  anywhere: boolean;
  /** When another link was sent at the user's request. */
  resent: Resent | null;
  /** How the page polls for the link's state; null if it doesn't. */
  polls: { stateUrl: string; interval: number } | null;
}

/** Shows where the email was sent, or the state of its link. */
export function checkEmailPage(
  context: AuthenticationFlowContext,
  settings: StepSettings,
  waiting: Waiting,
  wrong: Wrong | null = null,
): Response {
  const { polls, resent, ...shown } = waiting;
  const webmail = webmailOf(waiting.sentTo);
  const page = form(context, wrong).setAttribute(
    'lifetime',
    toJava({ ...lifetimeOf(settings.linkLifetimeSeconds) }),
  );
  for (const [name, value] of Object.entries(shown)) page.setAttribute(name, value);
  if (webmail !== null) page.setAttribute('webmail', toJava({ ...webmail }));
  if (resent !== null) page.setAttribute('resent', toJava({ ...resent }));
  if (polls !== null) page.setAttribute('polls', toJava(polls));
  if (wrong?.typedCode !== undefined) page.setAttribute('typedCode', wrong.typedCode);
  return page.createForm(CHECK_EMAIL_PAGE);
}
