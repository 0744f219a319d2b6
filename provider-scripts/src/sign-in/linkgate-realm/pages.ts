/** The pages of the sign-in step: the sign-in page, the account chooser and the "check your email" page. */

import type { AuthenticationFlowContext, LoginFormsProvider, Response } from 'keycloak';
import type { Account } from '../../accounts/browser-accounts.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { toJava } from '../../platform/engine/to-java.ts';
import { pageBranding } from '../../realm/branding/client-branding.ts';
import { tellOfClient } from '../../realm/branding/on-page.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { readSettings } from '../../realm/flow/read.ts';
import { wasOpened } from '../cross-device/opened.ts';
import { phaseOf } from '../cross-device/phase.ts';
import { passkeyOffer } from '../passkey/offer.ts';
import { inRealm } from '../passkey/question.ts';
import { acceptPasskeys } from '../passkey/verify.ts';
import { openState } from '../prompt/awaited-link.ts';
import type { CheckEmailPage } from '../prompt/check-email.ts';
import { comparisonCodeShown } from '../prompt/comparison-code.ts';
import { ofEmail } from '../prompt/of-email.ts';
import { type Wrong, withWrong } from '../prompt/wrong.ts';
import { offeredProviders } from '../provider/offered.ts';
import { chosenFlow } from '../tabs/chosen-flow.ts';
import { note } from '../tabs/notes.ts';
import { flowUrl } from '../tabs/run-flow.ts';
import { storeWaiting } from '../tabs/waiting-cookie.ts';
import { shownForgotten } from './forgotten.ts';

const CHOOSER_PAGE = 'linkgate-chooser.ftl';
const EMAIL_PAGE = 'linkgate-email.ftl';
const CHECK_EMAIL_PAGE = 'linkgate-check-email.ftl';

/** The settings of the running step for this sign-in's client; those of the client's flow if the step belongs to another flow. */
export function settingsOf(context: AuthenticationFlowContext): Settings {
  const tab = context.getAuthenticationSession();
  const place = { flowAlias: chosenFlow(tab), executionId: context.getExecution().getId() };
  return readSettings(context.getSession(), tab.getClient(), place);
}

/** A page's form; with `acceptsPasskey` one can be used on it as on Keycloak's own pages: filled in, or by a button. */
export function form(
  context: AuthenticationFlowContext,
  { acceptsPasskey }: { acceptsPasskey: boolean } = { acceptsPasskey: false },
): LoginFormsProvider {
  const session = context.getSession();
  const client = context.getAuthenticationSession().getClient();
  const hasPasskeys = passkeyOffer(inRealm(session), 'policy') === 'offered';
  if (hasPasskeys && acceptsPasskey) acceptPasskeys(context);
  return tellOfClient(context.form(), session, client)
    .setAttribute('branding', pageBranding(session, client))
    .setAttribute('passkeyCheck', hasPasskeys);
}

function emailForm(
  context: AuthenticationFlowContext,
  settings: Settings,
  email: string | null,
): LoginFormsProvider {
  const submitted = context.getHttpRequest().getDecodedFormParameters()?.getFirst('referral_code');
  const prefilled = note(context.getAuthenticationSession(), 'prefilledReferral');
  const page = ofEmail(firstForm(context), settings)
    .setAttribute('referralField', settings.signUp === 'closed')
    .setAttribute('referralCode', submitted ?? prefilled ?? '');
  return email === null ? page : page.setAttribute('email', email);
}

/** A first page: users may also choose an identity provider there, and it says which account was just forgotten. */
function firstForm(context: AuthenticationFlowContext): LoginFormsProvider {
  const page = withProviders(context, form(context, { acceptsPasskey: true }));
  const forgotten = shownForgotten(context);
  return forgotten === null ? page : page.setAttribute('forgotten', toJava(forgotten));
}

/** A page on which users may also choose an identity provider. */
function withProviders(context: AuthenticationFlowContext, page: LoginFormsProvider): LoginFormsProvider {
  const offered = offeredProviders(context.getSession(), context.getAuthenticationSession());
  return offered.length === 0 ? page : page.setAttribute('offeredProviders', toJava(offered));
}

/** Prompts for the address, which may be prefilled. `hasAccounts`: whether there are accounts to choose from. */
export function promptForAddress(
  context: AuthenticationFlowContext,
  settings: Settings,
  email: string | null,
  hasAccounts: boolean,
): Response {
  return emailForm(context, settings, email).setAttribute('hasAccounts', hasAccounts).createForm(EMAIL_PAGE);
}

/** Lists the accounts of this device; `live` ones continue without an email. */
export function chooserPage(
  context: AuthenticationFlowContext,
  settings: Settings,
  accounts: readonly Account[],
): Response {
  return ofEmail(firstForm(context), settings)
    .setAttribute('accounts', toJava(accounts.map((account) => ({ ...account }))))
    .createForm(CHOOSER_PAGE);
}

/** Prompts again and shows why no link was sent. */
export function promptAgain(
  context: AuthenticationFlowContext,
  settings: Settings,
  typed: string,
  wrong: Wrong,
): Response {
  return withWrong(emailForm(context, settings, typed), wrong, settings).createForm(EMAIL_PAGE);
}

/** The "check your email" page. */
export function checkEmailPage(context: AuthenticationFlowContext, settings: Settings): CheckEmailPage {
  return {
    template: CHECK_EMAIL_PAGE,
    form: () => form(context),
    settings,
    whileWaiting: (row, codeTriesLeft) => waitForLink(context, settings, row, codeTriesLeft),
  };
}

/** The page polls for its link as long as it can be used, and shows the comparison code if cross-device sign-in is available. */
function waitForLink(
  context: AuthenticationFlowContext,
  settings: Settings,
  row: LinkRow,
  codeTriesLeft: number | null,
): ReturnType<NonNullable<CheckEmailPage['whileWaiting']>> {
  const session = context.getSession();
  const tab = context.getAuthenticationSession();
  const now = currentTime();
  const { jti, crossDevice } = row;
  const shown = comparisonCodeShown(session, settings, row, now);
  storeWaiting(session, tab, { jti, previous: jti }, now);
  return {
    polling: {
      flowUrl: String(flowUrl(session, tab)),
      state: openState(codeTriesLeft, phaseOf(crossDevice, now), () => wasOpened(session, jti)),
    },
    shown,
  };
}

/** Requires confirmation before a link approved for this tab ends another user's session. */
export function approvedPage(context: AuthenticationFlowContext, email: string, liveEmail: string): Response {
  return form(context)
    .setAttribute('state', 'approved')
    .setAttribute('sentTo', email)
    .setAttribute('liveEmail', liveEmail)
    .createForm(CHECK_EMAIL_PAGE);
}
