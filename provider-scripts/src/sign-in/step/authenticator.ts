/**
 * The step that sends a link in a stock realm. Keycloak keeps all state of the flow; the step completes by its own
 * action, which a confirmed link leads to (`endpoints/verify-email/step.ts`).
 */
import type { AuthenticationFlowContext, KeycloakSession, RealmModel, Response, UserModel } from 'keycloak';
import { findStep } from '../../realm/flow/own-step.ts';
import { endCrossDevice } from '../prompt/comparison-code.ts';
import { answerForm, type Form, type FormAnswers } from '../prompt/forms.ts';
import { type LastLink, linkOfStep } from '../prompt/last-link.ts';
import { shieldPage } from '../prompt/shield.ts';
import { INVALID_ADDRESS, wrongOf } from '../prompt/wrong.ts';
import { usesApproved } from './approved-link.ts';
import { invitationOfTab } from './invited.ts';
import { firstPage, form, showSent } from './pages.ts';
import { usePasskey } from './passkey-form.ts';
import { recipientOf } from './recipient.ts';
import { rememberedUsername, takeRememberMe } from './remember-me.ts';
import { send } from './send.ts';
import { emailOf, hasLink, isUnconfigured, type StepRun, type Subject, subjectOf } from './subject.ts';
import { completeAgain, stepUse, takeConfirmed, useCode, useConfirmed } from './use-link.ts';

const AuthenticationFlowError = Java.type('org.keycloak.authentication.AuthenticationFlowError');

/** The step's functions as the host calls them. */
export const STEP = {
  authenticate(context: AuthenticationFlowContext): void {
    const run = enter(context);
    if (run === null) return;
    if (completeAgain(context)) return;
    // Elsewhere, the flow asks for lower levels first.
    if (usesConfirmed(context, run)) return;
    const last = linkOfStep(context);
    if (last === null || !usesApproved(context, run, last, false))
      context.challenge(pageOf(context, run, last));
  },

  action(context: AuthenticationFlowContext): void {
    const run = enter(context);
    if (run !== null && !usesConfirmed(context, run)) answerForm(context, answersOf(context, run));
  },

  /** Whether a user can pass this step: one without an address is *not configured*, and needs a link. */
  configuredFor: (session: KeycloakSession, _realm: RealmModel, user: UserModel): boolean =>
    emailOf(user) !== null || hasLink(session.getContext().getAuthenticationSession()),
};

/** The same without a page: only a link that a backend requested completes it, and Keycloak lists it nowhere. */
export const LINKS_ONLY_STEP: typeof STEP = {
  authenticate: completeByLink,
  action: completeByLink,
  /** Keycloak passes over a step that its user can't pass: only a tab with a link can. */
  configuredFor: (session) => hasLink(session.getContext().getAuthenticationSession()),
};

function completeByLink(context: AuthenticationFlowContext): void {
  const step = findStep(context.getSession(), context.getExecution().getId());
  const run = step === null ? null : { settings: step.settings, subject: subjectOf(context) };
  if (run === null || !(completeAgain(context) || usesConfirmed(context, run))) context.attempted();
}

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

/** Whether a link was opened and confirmed for this step, which uses it. */
function usesConfirmed(context: AuthenticationFlowContext, run: StepRun): boolean {
  const confirmed = takeConfirmed(context);
  if (confirmed !== null) useConfirmed(context, stepUse(context, run), confirmed);
  return confirmed !== null;
}

/** Shows where the step is, unless its link was approved elsewhere: then it is used. */
function showCurrent(
  context: AuthenticationFlowContext,
  run: StepRun,
  last: LastLink | null,
  confirmed: boolean,
): void {
  if (last === null || !usesApproved(context, run, last, confirmed))
    context.forceChallenge(pageOf(context, run, last));
}

/** The page that shows where the step is. */
function pageOf(context: AuthenticationFlowContext, run: StepRun, last: LastLink | null): Response {
  return last === null
    ? firstPage(context, run, suggestedFor(context, run.subject))
    : showSent(context, run.settings, last);
}

/** A GET, as after a link was opened twice, shows where the step is. */
function answersOf(context: AuthenticationFlowContext, run: StepRun): FormAnswers {
  return {
    last: () => linkOfStep(context),
    takes: (form) => takesForm(context, run, form),
    useCode: (last, typed) => {
      useCode(context, stepUse(context, run), last, typed);
    },
    prompt: () => {
      showCurrent(context, run, linkOfStep(context), false);
    },
    showSent: (last) => {
      showCurrent(context, run, last, false);
    },
    resend: (sentTo) => {
      sendTo(context, run, sentTo, true);
    },
    submit: (form, action) => {
      if (action === 'send') {
        takeRememberMe(context, run, form);
        sendTo(context, run, typedIn(form), false);
      } else showCurrent(context, run, linkOfStep(context), action === 'cross-device');
    },
  };
}

/** Whether a passkey was used. Who types another address ends the cross-device sign-in. */
function takesForm(context: AuthenticationFlowContext, run: StepRun, form: Form): boolean {
  if (run.settings.crossDevice && form.getFirst('action') === 'change') endCrossDevice(context);
  return usePasskey(context, run, form);
}

/** What was typed; a theme's own page may keep the name that Keycloak's field has. */
function typedIn(form: Form | null): string {
  return form?.getFirst('email') ?? form?.getFirst('username') ?? '';
}

/** Sends the link and shows the "check your email" page, or why nothing was sent. */
function sendTo(context: AuthenticationFlowContext, run: StepRun, given: string, isResend: boolean): void {
  const { settings, subject } = run;
  const typed = subject.kind === 'unknown' ? given : '';
  const invitation = invitationOfTab(context.getSession(), context.getAuthenticationSession());
  const invited = invitation?.email ?? null;
  const recipient = recipientOf(context.getSession(), subject, typed, settings, invited);
  if (recipient === null) {
    context.forceChallenge(firstPage(context, run, typed, INVALID_ADDRESS));
    return;
  }
  const accepts = recipient.email === invited ? invitation : null;
  const isProven = subject.kind === 'known' && subject.proven;
  const unsent = send(context, settings, recipient, { typed, isResend, isProven, accepts });
  const asks = unsent === null ? null : shieldPage(context, () => form(context, null), unsent);
  if (asks !== null) {
    context.forceChallenge(asks);
    return;
  }
  const wrong = unsent === null ? null : wrongOf(unsent);
  const last = linkOfStep(context);
  context.forceChallenge(
    last === null ? firstPage(context, run, typed, wrong) : showSent(context, settings, last, wrong),
  );
}
