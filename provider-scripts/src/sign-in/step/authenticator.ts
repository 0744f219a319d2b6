/**
 * The step that sends a link in a realm that isn't a Linkgate realm. Keycloak keeps all state of the flow; the step completes by its own
 * action, which a confirmed link leads to (`endpoints/verify-email/step.ts`).
 */
import type { AuthenticationFlowContext, KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { findStep } from '../../realm/settings/own-step.ts';
import { resentLink } from '../linkgate-realm/resend.ts';
import { LINK_NOTE, RESENT_NOTE, SENT_TO_NOTE, STEP_NOTE } from '../tabs/notes.ts';
import { lastLink, showCheckEmail } from './check-email.ts';
import { firstPage, wrongOf } from './pages.ts';
import { usePasskey } from './passkey-form.ts';
import { recipientOf } from './recipient.ts';
import { rememberedUsername, takeRememberMe } from './remember-me.ts';
import { send } from './send.ts';
import { emailOf, isUnconfigured, type StepRun, type Subject, subjectOf } from './subject.ts';
import { stepUse, takeConfirmed, useCode, useConfirmed } from './use-link.ts';

const Time = Java.type('org.keycloak.common.util.Time');
const AuthenticationFlowError = Java.type('org.keycloak.authentication.AuthenticationFlowError');

/** The step's functions as the host calls them. */
export const STEP = {
  authenticate(context: AuthenticationFlowContext): void {
    const run = enter(context);
    if (run === null) return;
    const { settings, subject } = run;
    // Elsewhere, the flow asks for lower levels first.
    const confirmed = takeConfirmed(context);
    if (confirmed !== null) {
      useConfirmed(context, stepUse(context, run), confirmed);
      return;
    }
    const last = lastLink(context);
    context.challenge(
      last === null
        ? firstPage(context, run, suggestedFor(context, subject))
        : showCheckEmail(context, settings, last),
    );
  },

  action(context: AuthenticationFlowContext): void {
    const run = enter(context);
    if (run === null) return;
    const confirmed = takeConfirmed(context);
    if (confirmed !== null) {
      useConfirmed(context, stepUse(context, run), confirmed);
      return;
    }
    takeForm(context, run);
  },

  /** Whether a user can pass this step: one without an address is *not configured*. */
  configuredFor: (_session: KeycloakSession, _realm: RealmModel, user: UserModel): boolean =>
    emailOf(user) !== null,
};

/** The step's settings and subject; null if it has failed, or does nothing for this user. */
function enter(context: AuthenticationFlowContext): StepRun | null {
  const step = findStep(context.getSession(), context.getExecution().getId());
  if (step === null) {
    context.failure(AuthenticationFlowError.INTERNAL_ERROR);
    return null;
  }
  const subject = subjectOf(context);
  if (subject.kind === 'known' && isUnconfigured(context, subject.user)) {
    if (context.getExecution().isRequired())
      context.failure(AuthenticationFlowError.CREDENTIAL_SETUP_REQUIRED);
    else context.attempted();
    return null;
  }
  return { settings: step.settings, subject };
}

function suggestedFor(context: AuthenticationFlowContext, subject: Subject): string {
  if (subject.kind !== 'unknown') return '';
  return subject.suggested === '' ? (rememberedUsername(context) ?? '') : subject.suggested;
}

/** Handles a form of the step's pages. A GET, as after a link was opened twice, shows where the step is. */
function takeForm(context: AuthenticationFlowContext, run: StepRun): void {
  const { settings, subject } = run;
  const form = context.getHttpRequest().getDecodedFormParameters();
  const tab = context.getAuthenticationSession();
  const last = lastLink(context);
  if (form !== null && usePasskey(context, run, form)) return;
  const code = form?.getFirst('code') ?? null;
  const action = form?.getFirst('action') ?? null;
  if (code !== null && last !== null) {
    useCode(context, stepUse(context, run), last, code);
    return;
  }
  if (action === 'change') {
    for (const note of [SENT_TO_NOTE, LINK_NOTE, STEP_NOTE, RESENT_NOTE]) tab.removeAuthNote(note);
    context.forceChallenge(firstPage(context, run, suggestedFor(context, subject)));
    return;
  }
  const isResend = action === 'resend' && last !== null;
  const resent =
    last === null ? null : resentLink(tab.getAuthNote(RESENT_NOTE), last.row, last.state, Time.currentTime());
  const isPaused = isResend && resent !== null && resent.pauseSeconds > 0;
  if (action === 'send' || (isResend && !isPaused)) {
    if (!isResend) takeRememberMe(context, run, form);
    const typed = isResend ? tab.getAuthNote(SENT_TO_NOTE) : (form?.getFirst('username') ?? null);
    sendTo(context, run, subject.kind === 'unknown' ? (typed ?? '') : '', isResend);
    return;
  }
  context.forceChallenge(
    last === null
      ? firstPage(context, run, suggestedFor(context, subject))
      : showCheckEmail(context, settings, last),
  );
}

/** Sends the link and shows the "check your email" page, or why nothing was sent. */
function sendTo(context: AuthenticationFlowContext, run: StepRun, typed: string, isResend: boolean): void {
  const { settings, subject } = run;
  const recipient = recipientOf(context.getSession(), context.getRealm(), subject, typed, settings);
  if (recipient === null) {
    context.forceChallenge(
      firstPage(context, run, typed, { key: 'linkgateInvalidEmail', field: 'username' }),
    );
    return;
  }
  const before = lastLink(context);
  const unsent = send(context, settings, recipient, typed);
  const tab = context.getAuthenticationSession();
  if (unsent === null && isResend) tab.setAuthNote(RESENT_NOTE, tab.getAuthNote(LINK_NOTE));
  const last = lastLink(context);
  if (unsent === null && last !== null) context.forceChallenge(showCheckEmail(context, settings, last));
  else if (unsent !== null)
    context.forceChallenge(
      before === null
        ? firstPage(context, run, typed, wrongOf(unsent))
        : showCheckEmail(context, settings, before, wrongOf(unsent)),
    );
}
