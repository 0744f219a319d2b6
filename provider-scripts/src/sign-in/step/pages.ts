/** The pages of a step: they extend the realm's login theme, whatever it is (`theme-resources`). */

import type { AuthenticationFlowContext, LoginFormsProvider, Response } from 'keycloak';
import { rateLimitHeaders, TOO_MANY_REQUESTS } from '../../http/response/rate-limit-headers.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { purposeOf } from '../../links/magic-link/purpose.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { BROWSER_FLOW_PATH } from '../../platform/keycloak/flow-paths.ts';
import { tellOfClient } from '../../realm/branding/on-page.ts';
import type { StepSettings } from '../../realm/flow/parse.ts';
import { wasOpened } from '../cross-device/opened.ts';
import { phaseOf } from '../cross-device/phase.ts';
import { acceptPasskeys } from '../passkey/verify.ts';
import { openState } from '../prompt/awaited-link.ts';
import { type CheckEmailPage, showCheckEmail } from '../prompt/check-email.ts';
import { comparisonCodeShown } from '../prompt/comparison-code.ts';
import type { LastLink } from '../prompt/last-link.ts';
import { ofEmail } from '../prompt/of-email.ts';
import { type Wrong, withWrong } from '../prompt/wrong.ts';
import { passkeyWay, stepOffer } from './passkey.ts';
import { hasRememberMe, isRemembering } from './remember-me.ts';
import { originOf } from './send.ts';
import type { StepRun } from './subject.ts';
import { continuesAnywhere } from './tab.ts';

const FIRST_PAGE = 'linkgate-step-email.ftl';
const CHECK_EMAIL_PAGE = 'linkgate-step-check-email.ftl';

/** In a Linkgate realm the response filter sets the headers. */
export function form(context: AuthenticationFlowContext, wrong: Wrong | null): LoginFormsProvider {
  const client = context.getAuthenticationSession().getClient();
  const session = context.getSession();
  const page = tellOfClient(context.form(), session, client);
  const purpose = purposeOf(session, { flowPath: context.getFlowPath(), ...originOf(context) });
  for (const [name, value] of Object.entries(purpose)) page.setAttribute(name, value);
  const headers = {
    ...rateLimitHeaders(session, wrong?.status === TOO_MANY_REQUESTS),
    ...wrong?.headers,
  };
  for (const [name, value] of Object.entries(headers)) page.setResponseHeader(name, value);
  return page;
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
  return withWrong(ofEmail(form(context, wrong), run.settings), wrong, run.settings)
    .setAttribute('passkeyCheck', stepOffer(context, run) === 'offered')
    .setAttribute('prompts', run.subject.kind === 'unknown')
    .setAttribute('email', typed)
    .setAttribute('ownWay', context.getExecution().getId())
    .setAttribute('listsProviders', listsProviders(context, run))
    .setAttribute('offersRememberMe', hasRememberMe(context, run))
    .setAttribute('isRemembering', isRemembering(context))
    .createForm(FIRST_PAGE);
}

/** The "check your email" page: the response to the form that sent the link, as Keycloak runs a flow from its start on GET. */
export function showSent(
  context: AuthenticationFlowContext,
  settings: StepSettings,
  last: LastLink,
  wrong: Wrong | null = null,
): Response {
  const page: CheckEmailPage = {
    template: CHECK_EMAIL_PAGE,
    form: () => form(context, wrong).setAttribute('anywhere', continuesAnywhere(context.getFlowPath())),
    settings,
    whileWaiting: (row, codeTriesLeft) => waitForApproval(context, settings, row, codeTriesLeft),
  };
  return showCheckEmail(context, page, last, wrong);
}

/** The page of a link that can be approved shows the comparison code, and looks for the approval. */
function waitForApproval(
  context: AuthenticationFlowContext,
  settings: StepSettings,
  row: LinkRow,
  codeTriesLeft: number | null,
): ReturnType<NonNullable<CheckEmailPage['whileWaiting']>> {
  if (row.crossDevice === null) return { polling: {}, shown: {} };
  const now = currentTime();
  return {
    polling: {
      state: openState(codeTriesLeft, phaseOf(row.crossDevice, now), () =>
        wasOpened(context.getSession(), row.jti),
      ),
    },
    shown: { ...comparisonCodeShown(context.getSession(), settings, row, now) },
  };
}

/** Requires confirmation before a link approved for this tab ends another user's session. */
export function showApproved(context: AuthenticationFlowContext, email: string, liveEmail: string): Response {
  return form(context, null)
    .setAttribute('state', 'approved')
    .setAttribute('sentTo', email)
    .setAttribute('liveEmail', liveEmail)
    .createForm(CHECK_EMAIL_PAGE);
}
