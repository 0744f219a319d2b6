/** The pages of the sign-in step: one asks for the address, one says where the email was sent. */
import type { AuthenticationFlowContext, LoginFormsProvider, Response } from 'keycloak';
import type { Account } from '../account/of-browser.ts';
import { clientBranding, clientName } from '../branding/client-branding.ts';
import { toJava } from '../engine/to-java.ts';
import type { AdminRejectionId } from '../errors/catalogue/admin-rejections.ts';
import type { ErrorCode } from '../errors/catalogue/codes.ts';
import type { Problem } from '../errors/problem.ts';
import { minutesOf } from '../language/minutes.ts';
import { ONE_TIME_CODE_LENGTH } from '../magic-link/one-time-code/code.ts';
import type { Settings } from '../settings/parse.ts';
import { readSettings } from '../settings/read.ts';
import { chosenFlow } from '../tabs/chosen-flow.ts';
import { BROUGHT_CODE_NOTE } from '../tabs/notes.ts';
import type { AwaitedState } from './awaited-link.ts';
import type { InboxState } from './check-email-state.ts';

const FormMessage = Java.type('org.keycloak.models.utils.FormMessage');
const JavaStatus = Java.type('jakarta.ws.rs.core.Response$Status');

const CHOOSER_PAGE = 'linkgate-chooser.ftl';
const EMAIL_PAGE = 'linkgate-email.ftl';
const INBOX_PAGE = 'linkgate-check-email.ftl';

/** The settings of the step that runs, for the client of this sign-in; of the client's flow where the step belongs to another one. */
export function settingsOf(context: AuthenticationFlowContext): Settings {
  const tab = context.getAuthenticationSession();
  const place = { chosen: chosenFlow(tab), step: context.getExecution().getId() };
  return readSettings(context.getSession(), tab.getClient(), place);
}

function form(context: AuthenticationFlowContext): LoginFormsProvider {
  const client = context.getAuthenticationSession().getClient();
  return context
    .form()
    .setAttribute('clientName', clientName(context.getSession(), client))
    .setAttribute('branding', toJava({ ...clientBranding(client) }));
}

function emailForm(
  context: AuthenticationFlowContext,
  settings: Settings,
  email: string | null,
): LoginFormsProvider {
  const sent = context.getHttpRequest().getDecodedFormParameters()?.getFirst('referral_code');
  const brought = context.getAuthenticationSession().getAuthNote(BROUGHT_CODE_NOTE);
  const page = form(context)
    .setAttribute('referralField', settings.signUp === 'closed')
    .setAttribute('referralCode', sent ?? brought ?? '');
  return email === null ? page : page.setAttribute('email', email);
}

/** Asks for the address, which may be filled in already; `hasAccounts` where there are some to choose from. */
export function requestAddress(
  context: AuthenticationFlowContext,
  settings: Settings,
  email: string | null,
  hasAccounts: boolean,
): Response {
  return emailForm(context, settings, email).setAttribute('hasAccounts', hasAccounts).createForm(EMAIL_PAGE);
}

/** Lists the accounts of this device; those that are `live` continue without an email. */
export function chooserPage(context: AuthenticationFlowContext, accounts: readonly Account[]): Response {
  return form(context)
    .setAttribute('accounts', toJava(accounts.map((account) => ({ ...account }))))
    .createForm(CHOOSER_PAGE);
}

/** Asks again for an address that isn't one. */
export function requestForAnotherAddress(
  context: AuthenticationFlowContext,
  settings: Settings,
  typed: string,
): Response {
  return emailForm(context, settings, typed)
    .addError(new FormMessage('email', 'linkgateInvalidEmail'))
    .createForm(EMAIL_PAGE);
}

/** Asks again and says why no link was sent. */
export function requestAgain(
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

/** Says at the top of a page what is wrong. */
function withProblem(page: LoginFormsProvider, wrong: Problem): LoginFormsProvider {
  const parameters = wrong.waitSeconds === undefined ? [] : [minutesOf(wrong.waitSeconds)];
  return page.setStatus(JavaStatus.fromStatusCode(wrong.status)).setError(messageKey(wrong), parameters);
}

/** Waiting doesn't help there: the address may be mistyped. */
const RECIPIENT_REJECTED: AdminRejectionId = 'email-rejected';

function messageKey(wrong: Problem): string {
  return `linkgateError.${wrong.rejection.id === RECIPIENT_REJECTED ? 'recipient_rejected' : wrong.code}`;
}

/** What is wrong with a code that was typed: a message and what it is filled with. */
export interface WrongCode {
  key: string;
  parameters: readonly (string | number)[];
}

/** What the inbox page polls with, to see whether it has to be reloaded (contract, section 4.13). */
export interface Question {
  stateUrl: string;
  /** Where the page is, whichever form it answers. */
  flowUrl: string;
  /** What it shows. */
  state: AwaitedState;
  /** The seconds until it first polls. */
  interval: number;
}

/** What the inbox page shows. */
interface Inbox {
  sentTo: string;
  state: InboxState;
  codeField: boolean;
  /** What is typed where the link is opened, to continue here; null for nothing. */
  digits: string | null;
  /** A code that was typed, or why no other email was sent. */
  wrong: WrongCode | Problem | null;
  /** Null if nothing is to be expected. */
  asks: Question | null;
}

/** Says where the email was sent, or what became of its link. */
export function inboxPage(context: AuthenticationFlowContext, settings: Settings, inbox: Inbox): Response {
  const page = form(context)
    .setAttribute('sentTo', inbox.sentTo)
    .setAttribute('state', inbox.state)
    .setAttribute('codeField', inbox.codeField)
    .setAttribute('codeLength', ONE_TIME_CODE_LENGTH)
    .setAttribute('lifetimeMinutes', minutesOf(settings.linkLifetimeSeconds));
  const { wrong, asks, digits } = inbox;
  if (digits !== null) page.setAttribute('digits', digits);
  if (asks !== null) page.setAttribute('asks', toJava({ ...asks }));
  if (wrong === null) return page.createForm(INBOX_PAGE);
  if ('key' in wrong)
    return page.addError(new FormMessage('code', wrong.key, [...wrong.parameters])).createForm(INBOX_PAGE);
  return withProblem(page, wrong).createForm(INBOX_PAGE);
}

/** Asks before a link that was approved to this tab ends the session of another user. */
export function approvedPage(context: AuthenticationFlowContext, email: string, liveEmail: string): Response {
  return form(context)
    .setAttribute('state', 'approved')
    .setAttribute('sentTo', email)
    .setAttribute('liveEmail', liveEmail)
    .createForm(INBOX_PAGE);
}
