/**
 * The sign-in step: lists the device's accounts or prompts for an address, sends a link and waits for it. A live session needs no link.
 */
import type { AuthenticationFlowContext, AuthenticationSessionModel, KeycloakSession } from 'keycloak';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { withOpenid } from '../../clients/scope.ts';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import type { Requester } from '../../links/magic-link/link.ts';
import { randomCode } from '../../links/magic-link/one-time-code/rows.ts';
import { newLinkId, sendLink } from '../../links/magic-link/send.ts';
import { REFERRAL_PARAMETER } from '../../links/referral/link.ts';
import { referralKey } from '../../links/referral/rows.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { PASSKEY_ABLE_NOTE } from '../../platform/keycloak/provider-ids.ts';
import { raiseToMinimum } from '../../realm/levels/requested-level.ts';
import { checkLinkStep } from '../../realm/settings/check-step.ts';
import type { Settings } from '../../realm/settings/parse.ts';
import { requesterOf } from '../cross-device/requester.ts';
import { BROUGHT_REFERRAL_NOTE } from '../tabs/client-notes.ts';
import { preserveExactParameters } from '../tabs/exact-request.ts';
import { firstTabId } from '../tabs/move-tabs.ts';
import {
  LINK_NOTE,
  PREFILLED_REFERRAL_NOTE,
  REFERRAL_NOTE,
  RESENT_NOTE,
  SENT_TO_NOTE,
} from '../tabs/notes.ts';
import { usePendingProof } from '../tabs/pending-proof.ts';
import { completeWithProof } from '../tabs/resume-sign-in.ts';
import { flowUrl } from '../tabs/run-flow.ts';
import { crossDeviceKey } from '../tabs/waiting-browser.ts';
import {
  browserWaitingFor,
  storeWaitingTab,
  type WaitingBrowser,
  waitingKey,
} from '../tabs/waiting-cookie.ts';
import { endCrossDevice, useApprovedLink } from './approved-link.ts';
import { lastLink, showCheckEmail } from './check-email.ts';
import { firstPage, handleChooserForm } from './chooser.ts';
import { promptAgain, settingsOf, showInvalidAddress } from './pages.ts';
import { handlePasskey, isAcceptedPasskey } from './passkey.ts';
import { requestOf } from './request-of-tab.ts';
import { resentLink } from './resend.ts';
import { handleTypedCode } from './typed-code.ts';

const AuthenticationFlowError = Java.type('org.keycloak.authentication.AuthenticationFlowError');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const Time = Java.type('org.keycloak.common.util.Time');

/** The step's functions as the host calls them. */
export const EMAIL_STEP = {
  authenticate(context: AuthenticationFlowContext): void {
    if (rejectWithoutLinkStep(context)) return;
    const tab = context.getAuthenticationSession();
    tab.setClientNote('scope', withOpenid(tab.getClientNote('scope')));
    preserveExactParameters(context.getSession(), tab);
    raiseToMinimum(tab);
    moveReferralCode(tab);
    usePendingProof(tab);
    if (completeWithProof(context)) return;
    if (tab.getAuthNote(SENT_TO_NOTE) !== null) {
      continueOrWait(context, settingsOf(context), false);
      return;
    }
    const page = firstPage(context);
    if (page !== null) context.challenge(page);
  },

  action(context: AuthenticationFlowContext): void {
    if (rejectWithoutLinkStep(context)) return;
    const form = context.getHttpRequest().getDecodedFormParameters();
    if (form?.getFirst('passkeys') === 'able')
      context.getAuthenticationSession().setAuthNote(PASSKEY_ABLE_NOTE, context.getExecution().getId());
    if (form?.getFirst('cancel')) {
      endCrossDevice(context);
      context.cancelLogin();
      return;
    }
    if (form !== null && isAcceptedPasskey(context, form)) {
      handlePasskey(context);
      return;
    }
    const typedCode = form?.getFirst('code') ?? null;
    if (typedCode !== null) handleTypedCode(context, typedCode);
    else handleForm(context);
  },

  /** Every user can pass this step, with an email address. */
  configuredFor: (): boolean => true,
};

/** Fails the step if it runs outside the sign-in flow and that flow has no link step: no link could be sent or used. */
function rejectWithoutLinkStep(context: AuthenticationFlowContext): boolean {
  const missing = checkLinkStep(settingsOf(context));
  if (missing === null) return false;
  const page = rejectByPage(context.getSession(), missing);
  context.failure(AuthenticationFlowError.INTERNAL_ERROR, page);
  return true;
}

/** The client note in which Keycloak stores the URL parameter with a referral code. Links carry these notes. */
const REFERRAL_CODE_CLIENT_NOTE = `client_request_param_${REFERRAL_PARAMETER}`;

/** Moves the referral code from there to a note for the page's field: links must not contain the code itself. */
function moveReferralCode(tab: AuthenticationSessionModel): void {
  const code = tab.getClientNote(REFERRAL_CODE_CLIENT_NOTE);
  if (code === null) return;
  tab.removeClientNote(REFERRAL_CODE_CLIENT_NOTE);
  tab.setAuthNote(PREFILLED_REFERRAL_NOTE, code);
  tab.setClientNote(BROUGHT_REFERRAL_NOTE, code);
}

/** Continues with the link that the tab waits for, if it was approved, or shows the "check your email" page. */
function continueOrWait(context: AuthenticationFlowContext, settings: Settings, confirmed: boolean): void {
  const last = lastLink(context);
  if (!useApprovedLink(context, settings, last, confirmed))
    context.forceChallenge(showCheckEmail(context, settings, null, last));
}

/** Handles a form of the sign-in page, the account chooser or the "check your email" page. */
function handleForm(context: AuthenticationFlowContext): void {
  const form = context.getHttpRequest().getDecodedFormParameters();
  const tab = context.getAuthenticationSession();
  const settings = settingsOf(context);
  const choice = handleChooserForm(context, settings);
  if (choice === 'responded') return;
  if (choice !== null) {
    send(context, settings, tab, choice.email);
    return;
  }
  if (form?.getFirst('action') === 'cross-device') {
    continueOrWait(context, settings, true);
    return;
  }
  if (form?.getFirst('action') === 'change') {
    endCrossDevice(context);
    tab.removeAuthNote(SENT_TO_NOTE);
    tab.removeAuthNote(LINK_NOTE);
    redirectToTab(context);
    return;
  }
  const resendTo = form?.getFirst('action') === 'resend' ? tab.getAuthNote(SENT_TO_NOTE) : null;
  if (resendTo !== null) {
    resend(context, settings, tab, resendTo);
    return;
  }
  const referralCode = form?.getFirst('referral_code') ?? '';
  if (referralCode !== '') tab.setAuthNote(REFERRAL_NOTE, referralKey(referralCode));
  send(context, settings, tab, form?.getFirst('email') ?? '');
}

/** Sends another link, unless the page's pause isn't over: it then shows how long it still is. */
function resend(
  context: AuthenticationFlowContext,
  settings: Settings,
  tab: AuthenticationSessionModel,
  sentTo: string,
): void {
  const last = lastLink(context);
  const resent = resentLink(tab.getAuthNote(RESENT_NOTE), last.row, last.state, Time.currentTime());
  if (resent !== null && resent.pauseSeconds > 0) {
    redirectToTab(context);
    return;
  }
  const jti = send(context, settings, tab, sentTo);
  if (jti !== null) tab.setAuthNote(RESENT_NOTE, jti);
}

/** Sends a link and shows the next page; returns the link's identifier, or null if it wasn't sent. */
function send(
  context: AuthenticationFlowContext,
  settings: Settings,
  tab: AuthenticationSessionModel,
  typed: string,
): string | null {
  const email = normaliseOnServer(typed);
  if (email === null) {
    context.forceChallenge(showInvalidAddress(context, settings, typed));
    return null;
  }
  const session = context.getSession();
  const jti = newLinkId();
  const now = Time.currentTime();
  const waiting = settings.crossDevice === 'on' ? waitingBrowserFor(session, tab, email, jti, now) : null;
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
    code: settings.code ? randomCode() : null,
    crossDeviceKey: waiting === null ? null : crossDeviceKey(waiting.key, waiting.requester.tab, email),
  });
  if (failure !== null) {
    showSendFailure(context, settings, email, failure);
    return null;
  }
  if (waiting !== null)
    storeWaitingTab(session, waiting.browser, { tab: tab.getTabId(), jti, key: waiting.key }, now);
  redirectToCheckEmail(context, email, jti);
  return jti;
}

/** The browser and requester that wait for a link, and the browser's key: that of the tab's previous link if it was sent to this address. */
function waitingBrowserFor(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  email: string,
  jti: string,
  now: number,
): { browser: WaitingBrowser; requester: Requester; key: string } {
  const browser = browserWaitingFor(session, jti, now);
  const previousLink = tab.getAuthNote(SENT_TO_NOTE) === email ? tab.getAuthNote(LINK_NOTE) : null;
  return {
    browser,
    requester: requesterOf(session, firstTabId(tab)),
    key: waitingKey(browser, previousLink),
  };
}

/** Shows why no email was sent: on the "check your email" page if the last one was sent to this address, otherwise on the sign-in page. */
function showSendFailure(
  context: AuthenticationFlowContext,
  settings: Settings,
  email: string,
  failure: Problem,
): void {
  const sentTo = context.getAuthenticationSession().getAuthNote(SENT_TO_NOTE);
  context.forceChallenge(
    sentTo === email
      ? showCheckEmail(context, settings, failure)
      : promptAgain(context, settings, email, failure),
  );
}

/** Redirects to the "check your email" page after an email was sent, so that a refresh doesn't send it again. */
function redirectToCheckEmail(context: AuthenticationFlowContext, email: string, jti: string): void {
  const tab = context.getAuthenticationSession();
  tab.setAuthNote(SENT_TO_NOTE, email);
  tab.setAuthNote(LINK_NOTE, jti);
  redirectToTab(context);
}

function redirectToTab(context: AuthenticationFlowContext): void {
  const url = flowUrl(context.getSession(), context.getAuthenticationSession());
  context.forceChallenge(JavaResponse.seeOther(url).build());
}
