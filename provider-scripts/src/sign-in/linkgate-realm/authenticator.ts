/**
 * The sign-in step: lists the device's accounts or prompts for an address, sends a link and waits for it. A live session needs no link.
 */
import type { AuthenticationFlowContext, AuthenticationSessionModel } from 'keycloak';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { withOpenid } from '../../clients/scope.ts';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import { shieldResponse } from '../../http/pages/shield.ts';
import { newLinkId, sendLink } from '../../links/magic-link/send.ts';
import { REFERRAL_PARAMETER } from '../../links/referral/link.ts';
import { writtenReferral } from '../../links/referral/referral.ts';
import { referralKey } from '../../links/referral/rows.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { PASSKEY_ABLE_NOTE } from '../../platform/keycloak/provider-ids.ts';
import { checkLinkStep } from '../../realm/flow/check-step.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { raiseToMinimum } from '../../realm/levels/requested-level.ts';
import { waitFor } from '../cross-device/waiting.ts';
import { showCheckEmail } from '../prompt/check-email.ts';
import { endCrossDevice } from '../prompt/comparison-code.ts';
import { answerForm, type Form } from '../prompt/forms.ts';
import { type LastLink, lastLink, rememberSent } from '../prompt/last-link.ts';
import { shieldPage } from '../prompt/shield.ts';
import { useTypedCode } from '../prompt/typed-code.ts';
import { INVALID_ADDRESS, wrongOf, wrongPrompt } from '../prompt/wrong.ts';
import { PREFILLED_REFERRAL_NOTE } from '../tabs/client-notes.ts';
import { preserveExactParameters } from '../tabs/exact-request.ts';
import { note, setNote } from '../tabs/notes.ts';
import { usePendingProof } from '../tabs/pending-proof.ts';
import { proofOfLink } from '../tabs/proof.ts';
import { requestOf } from '../tabs/request-of-tab.ts';
import { completeWithProof, resumeSignIn } from '../tabs/resume-sign-in.ts';
import { flowUrl } from '../tabs/run-flow.ts';
import { useApprovedLink } from './approved-link.ts';
import { firstPage, handleChooserForm } from './chooser.ts';
import { continueInTab, rejectedPage } from './continue-in-tab.ts';
import { checkEmailPage, form, promptAgain, settingsOf } from './pages.ts';
import { handlePasskey, isAcceptedPasskey } from './passkey.ts';

const AuthenticationFlowError = Java.type('org.keycloak.authentication.AuthenticationFlowError');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');

/** The step's functions as the host calls them. */
export const EMAIL_STEP = {
  authenticate(context: AuthenticationFlowContext): void {
    const settings = settingsOf(context);
    if (rejectWithoutLinkStep(context, settings)) return;
    const tab = context.getAuthenticationSession();
    tab.setClientNote('scope', withOpenid(tab.getClientNote('scope')));
    preserveExactParameters(context.getSession(), tab);
    raiseToMinimum(tab);
    moveReferralCode(tab);
    usePendingProof(tab);
    if (completeWithProof(context)) return;
    if (note(tab, 'sentTo') !== null) {
      continueOrWait(context, settings, false);
      return;
    }
    const page = firstPage(context);
    if (page !== null) context.challenge(page);
  },

  action(context: AuthenticationFlowContext): void {
    const settings = settingsOf(context);
    if (rejectWithoutLinkStep(context, settings)) return;
    answerForm(context, {
      last: () => lastLink(context),
      takes: (form) => takesForm(context, form),
      useCode: (last, typed) => {
        useCode(context, settings, last, typed);
      },
      prompt: () => {
        redirectToTab(context);
      },
      showSent: () => {
        redirectToTab(context);
      },
      resend: (sentTo) => {
        send(context, settings, sentTo, true);
      },
      submit: (form, action) => {
        submit(context, settings, form, action);
      },
    });
  },

  /** Every user can pass this step, with an email address. */
  configuredFor: (): boolean => true,
};

/** Fails the step if it runs outside the sign-in flow and that flow has no link step: no link could be sent or used. */
function rejectWithoutLinkStep(context: AuthenticationFlowContext, settings: Settings): boolean {
  const missing = checkLinkStep(settings);
  if (missing === null) return false;
  const page = rejectByPage(context.getSession(), missing);
  context.failure(AuthenticationFlowError.INTERNAL_ERROR, page);
  return true;
}

/** The client note in which Keycloak stores the URL parameter with a referral code. Links carry these notes. */
const REFERRAL_CODE_CLIENT_NOTE = `client_request_param_${REFERRAL_PARAMETER}`;

/** Moves the referral code from there to a note for the page's field: links must not contain the code itself. */
function moveReferralCode(tab: AuthenticationSessionModel): void {
  const given = tab.getClientNote(REFERRAL_CODE_CLIENT_NOTE);
  if (given === null) return;
  const code = writtenReferral(given);
  tab.removeClientNote(REFERRAL_CODE_CLIENT_NOTE);
  setNote(tab, 'prefilledReferral', code);
  tab.setClientNote(PREFILLED_REFERRAL_NOTE, code);
}

/** Continues with the link that the tab waits for, if it was approved, or shows the "check your email" page. */
function continueOrWait(context: AuthenticationFlowContext, settings: Settings, confirmed: boolean): void {
  const last = lastLink(context);
  if (!useApprovedLink(context, settings, last, confirmed))
    context.forceChallenge(showCheckEmail(context, checkEmailPage(context, settings), last));
}

/** Whether the user left, or used a passkey. Notes that the device can have one; who leaves, or types another address, ends the cross-device sign-in. */
function takesForm(context: AuthenticationFlowContext, form: Form): boolean {
  const tab = context.getAuthenticationSession();
  if (form.getFirst('passkeys') === 'able')
    tab.setAuthNote(PASSKEY_ABLE_NOTE, context.getExecution().getId());
  const leaves = Boolean(form.getFirst('cancel'));
  if (leaves || form.getFirst('action') === 'change') endCrossDevice(context);
  if (leaves) context.cancelLogin();
  else if (isAcceptedPasskey(context, form)) handlePasskey(context);
  else return false;
  return true;
}

/** The right code uses the tab's link, and the sign-in continues here. */
function useCode(
  context: AuthenticationFlowContext,
  settings: Settings,
  last: LastLink,
  typed: string,
): void {
  const session = context.getSession();
  const used = useTypedCode(session, last, typed, settings);
  if ('wrong' in used) {
    context.forceChallenge(showCheckEmail(context, checkEmailPage(context, settings), last, used.wrong));
    return;
  }
  const { row, redeemed } = used;
  if ('rejection' in redeemed)
    context.forceChallenge(rejectedPage(context, settings, row, redeemed.rejection));
  else {
    const client = context.getAuthenticationSession().getClient();
    continueInTab(context, resumeSignIn(session, proofOfLink(row, client, redeemed, 'code')));
  }
}

/** Handles a form of the sign-in page, the account chooser or the "check your email" page. */
function submit(
  context: AuthenticationFlowContext,
  settings: Settings,
  form: Form | null,
  action: string | null,
): void {
  const choice = handleChooserForm(context, settings);
  if (choice === 'responded') return;
  if (choice !== null) {
    send(context, settings, choice.email, false);
    return;
  }
  if (action === 'cross-device') {
    continueOrWait(context, settings, true);
    return;
  }
  const referralCode = form?.getFirst('referral_code') ?? '';
  if (referralCode !== '') setNote(context.getAuthenticationSession(), 'referral', referralKey(referralCode));
  send(context, settings, form?.getFirst('email') ?? '', false);
}

/** Sends a link and shows the next page. */
function send(
  context: AuthenticationFlowContext,
  settings: Settings,
  typed: string,
  isResend: boolean,
): void {
  const email = normaliseOnServer(typed);
  if (email === null) {
    context.forceChallenge(promptAgain(context, settings, typed, INVALID_ADDRESS));
    return;
  }
  const session = context.getSession();
  const tab = context.getAuthenticationSession();
  const jti = newLinkId();
  const now = currentTime();
  const previous = note(tab, 'sentTo') === email ? note(tab, 'link') : null;
  const waiting = settings.crossDevice ? waitFor(session, tab, { email, jti, previous }, now) : null;
  const failure = sendLink(session, {
    client: tab.getClient(),
    email,
    request: {
      ...requestOf(tab),
      step: context.getExecution().getId(),
      ...(waiting === null ? {} : { requester: waiting.requester }),
    },
    settings,
    jti,
    takesCode: true,
    crossDeviceKey: waiting === null ? null : waiting.crossDeviceKey,
    cause: { by: 'stranger', typed: email, response: shieldResponse(session) },
  });
  if (failure !== null) {
    showSendFailure(context, settings, email, failure);
    return;
  }
  if (waiting !== null) waiting.store();
  rememberSent(tab, { sentTo: email, jti, isResend });
  // So that a refresh doesn't send it again.
  redirectToTab(context);
}

/** Asks for a proof, or shows why no email was sent: on the "check your email" page if the last one was sent to this address, otherwise on the sign-in page. */
function showSendFailure(
  context: AuthenticationFlowContext,
  settings: Settings,
  email: string,
  failure: Problem,
): void {
  const sentTo = note(context.getAuthenticationSession(), 'sentTo');
  const asks = shieldPage(context, () => form(context), failure);
  context.forceChallenge(
    asks ??
      (sentTo === email
        ? showCheckEmail(context, checkEmailPage(context, settings), lastLink(context), wrongOf(failure))
        : promptAgain(context, settings, email, wrongPrompt(failure))),
  );
}

function redirectToTab(context: AuthenticationFlowContext): void {
  const url = flowUrl(context.getSession(), context.getAuthenticationSession());
  context.forceChallenge(JavaResponse.seeOther(url).build());
}
