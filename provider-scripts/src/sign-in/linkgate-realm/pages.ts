/** The pages of the sign-in step: the sign-in page, the account chooser and the "check your email" page. */
import type { AuthenticationFlowContext, LoginFormsProvider, Response } from 'keycloak';
import { webmailOf } from '../../accounts/address/webmail.ts';
import type { Account } from '../../accounts/browser-accounts.ts';
import { toJava } from '../../platform/engine/to-java.ts';
import type { AdminRejectionId } from '../../platform/errors/catalogue/admin-rejections.ts';
import type { ErrorCode } from '../../platform/errors/catalogue/codes.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { clientName, pageBranding } from '../../realm/branding/client-branding.ts';
import { counted, lifetimeOf, waitOf } from '../../realm/language/durations.ts';
import type { Settings } from '../../realm/settings/parse.ts';
import { canOfferPasskeys } from '../../realm/settings/passkey-policy.ts';
import { readSettings } from '../../realm/settings/read.ts';
import { offeredProviders } from '../provider/offered.ts';
import { chosenFlow } from '../tabs/chosen-flow.ts';
import { PREFILLED_REFERRAL_NOTE } from '../tabs/notes.ts';
import type { AwaitedState } from './awaited-link.ts';
import type { CheckEmailState } from './check-email-state.ts';
import type { Resent } from './resend.ts';

const FormMessage = Java.type('org.keycloak.models.utils.FormMessage');
const Passkeys = Java.type(
  'org.keycloak.authentication.authenticators.browser.WebAuthnConditionalUIAuthenticator',
);
const JavaStatus = Java.type('jakarta.ws.rs.core.Response$Status');

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
function form(
  context: AuthenticationFlowContext,
  { acceptsPasskey }: { acceptsPasskey: boolean } = { acceptsPasskey: false },
): LoginFormsProvider {
  const session = context.getSession();
  const client = context.getAuthenticationSession().getClient();
  const hasPasskeys = canOfferPasskeys(session);
  if (hasPasskeys && acceptsPasskey) new Passkeys(session, null).fillContextForm(context);
  return context
    .form()
    .setAttribute('clientName', clientName(session, client))
    .setAttribute('branding', pageBranding(session, client))
    .setAttribute('passkeyCheck', hasPasskeys);
}

function emailForm(
  context: AuthenticationFlowContext,
  settings: Settings,
  email: string | null,
): LoginFormsProvider {
  const submitted = context.getHttpRequest().getDecodedFormParameters()?.getFirst('referral_code');
  const prefilled = context.getAuthenticationSession().getAuthNote(PREFILLED_REFERRAL_NOTE);
  const page = withProviders(context, form(context, { acceptsPasskey: true }))
    .setAttribute('referralField', settings.signUp === 'closed')
    .setAttribute('referralCode', submitted ?? prefilled ?? '');
  return email === null ? page : page.setAttribute('email', email);
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
export function chooserPage(context: AuthenticationFlowContext, accounts: readonly Account[]): Response {
  return withProviders(context, form(context, { acceptsPasskey: true }))
    .setAttribute('accounts', toJava(accounts.map((account) => ({ ...account }))))
    .createForm(CHOOSER_PAGE);
}

/** Prompts again after an invalid address. */
export function showInvalidAddress(
  context: AuthenticationFlowContext,
  settings: Settings,
  typed: string,
): Response {
  return emailForm(context, settings, typed)
    .addError(new FormMessage('email', 'linkgateInvalidEmail'))
    .createForm(EMAIL_PAGE);
}

/** Prompts again and shows why no link was sent. */
export function promptAgain(
  context: AuthenticationFlowContext,
  settings: Settings,
  email: string,
  wrong: Problem,
): Response {
  const page = emailForm(context, settings, email);
  const field = FIELDS[wrong.code];
  if (field === undefined) return withProblem(page, wrong).createForm(EMAIL_PAGE);
  return page
    .setStatus(JavaStatus.fromStatusCode(wrong.status))
    .addError(new FormMessage(field, messageKey(wrong)))
    .createForm(EMAIL_PAGE);
}

/** The field of the page that a problem is about. */
const FIELDS: Partial<Record<ErrorCode, string>> = {
  referral_required: 'referral_code',
  invalid_referral_code: 'referral_code',
  ValidationError: 'email',
};

/** Shows a problem at the top of a page. */
function withProblem(page: LoginFormsProvider, wrong: Problem): LoginFormsProvider {
  const status = JavaStatus.fromStatusCode(wrong.status);
  const wait = wrong.waitSeconds === undefined ? null : waitOf(wrong.waitSeconds);
  return page
    .setStatus(status)
    .setError(messageKey(wrong) + (wait?.suffix ?? ''), wait === null ? [] : counted(wait.count));
}

/** Has its own message: waiting doesn't help, as the address may be mistyped. */
const RECIPIENT_REJECTED: AdminRejectionId = 'email-rejected';

function messageKey(wrong: Problem): string {
  return `linkgateError.${wrong.rejection.id === RECIPIENT_REJECTED ? 'recipient_rejected' : wrong.code}`;
}

/** Why a typed one-time code was rejected: a message and its parameters. */
export interface CodeError {
  key: string;
  parameters: readonly (string | number)[];
  /** What was typed, if it isn't a complete code: the field keeps it. */
  typed?: string;
}

/** How the "check your email" page polls for changes that require a reload (contract, section 4.13). */
export interface PollConfig {
  stateUrl: string;
  /** The page's own URL, also in a response to a form. */
  flowUrl: string;
  /** The state that the page shows. */
  state: AwaitedState;
  /** The seconds until the first poll. */
  interval: number;
}

/** The content of the "check your email" page. */
interface CheckEmailContent {
  sentTo: string;
  state: CheckEmailState;
  codeField: boolean;
  /** The comparison code; null if cross-device sign-in isn't available. */
  comparisonCode: string | null;
  /** Why a typed code was rejected, or why no further email was sent. */
  wrong: CodeError | Problem | null;
  /** When another link was sent at the user's request. */
  resent: Resent | null;
  /** Null if the page doesn't poll. */
  poll: PollConfig | null;
}

/** Shows where the email was sent, or the state of its link. */
export function checkEmailPage(
  context: AuthenticationFlowContext,
  settings: Settings,
  content: CheckEmailContent,
): Response {
  const page = form(context)
    .setAttribute('sentTo', content.sentTo)
    .setAttribute('state', content.state)
    .setAttribute('codeField', content.codeField)
    .setAttribute('lifetime', toJava({ ...lifetimeOf(settings.linkLifetimeSeconds) }));
  const { wrong, poll, comparisonCode, resent } = content;
  const webmail = webmailOf(content.sentTo);
  if (webmail !== null) page.setAttribute('webmail', toJava({ ...webmail }));
  if (resent !== null) page.setAttribute('resent', toJava({ ...resent }));
  if (comparisonCode !== null) page.setAttribute('comparisonCode', comparisonCode);
  if (poll !== null) page.setAttribute('polling', toJava({ ...poll }));
  if (wrong === null) return page.createForm(CHECK_EMAIL_PAGE);
  if ('key' in wrong)
    return (wrong.typed === undefined ? page : page.setAttribute('typedCode', wrong.typed))
      .addError(new FormMessage('code', wrong.key, [...wrong.parameters]))
      .createForm(CHECK_EMAIL_PAGE);
  return withProblem(page, wrong).createForm(CHECK_EMAIL_PAGE);
}

/** Requires confirmation before a link approved for this tab ends another user's session. */
export function approvedPage(context: AuthenticationFlowContext, email: string, liveEmail: string): Response {
  return form(context)
    .setAttribute('state', 'approved')
    .setAttribute('sentTo', email)
    .setAttribute('liveEmail', liveEmail)
    .createForm(CHECK_EMAIL_PAGE);
}
