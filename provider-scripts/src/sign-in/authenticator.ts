/** The sign-in step: lists the device's accounts or asks for an address, sends a link, waits for it; a live session goes on without one. */
import type { AuthenticationFlowContext, AuthenticationSessionModel, Mail, SignOut } from 'keycloak';
import { normaliseOnServer } from '../address/on-server.ts';
import { CHOSEN_NOTE, REQUESTED_NOTE } from '../language/selector.ts';
import { randomCode } from '../magic-link/code/rows.ts';
import type { LinkRequest } from '../magic-link/link.ts';
import { type MailOutcome, newLinkId, orderLink, type SentState, settleLink } from '../magic-link/send.ts';
import type { Problem } from '../protocol/problem.ts';
import { withOpenid } from '../protocol/scope.ts';
import { countCall } from '../rate-limit/count.ts';
import { referralKey } from '../referral/rows.ts';
import { beginAgain, choose, firstPage } from './chooser.ts';
import { showInbox } from './inbox.ts';
import { placeOf } from './move-tabs.ts';
import { LINK_NOTE, PROVEN_NOTE, REFERRAL_NOTE, SENT_TO_NOTE } from './notes.ts';
import { askAgain, askForAnotherAddress, settingsOf } from './pages.ts';
import { flowUrl } from './run-flow.ts';
import { resumeCode, takeCode } from './typed-code.ts';

const HostMail = Java.type('org.linkgate.host.Mail');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');

/** The step's functions as the host calls them. */
export const EMAIL_STEP = {
  authenticate(context: AuthenticationFlowContext): void {
    const tab = context.getAuthenticationSession();
    tab.setClientNote('scope', withOpenid(tab.getClientNote('scope')));
    if (isProven(context, tab)) return;
    const sentTo = tab.getAuthNote(SENT_TO_NOTE);
    const page = sentTo === null ? firstPage(context) : showInbox(context);
    if (page !== null) context.challenge(page);
  },

  action(context: AuthenticationFlowContext): Mail | SignOut | null {
    const form = context.getHttpRequest().getDecodedFormParameters();
    const tab = context.getAuthenticationSession();
    if (form?.getFirst('cancel')) {
      context.cancelLogin();
      return null;
    }
    const typedCode = form?.getFirst('code') ?? null;
    if (typedCode !== null) return takeCode(context, typedCode);
    const choice = choose(context);
    if (choice === 'answered') return null;
    if (choice !== null) return 'email' in choice ? send(context, tab, choice.email) : choice.signOut;
    if (form?.getFirst('action') === 'change') {
      tab.removeAuthNote(SENT_TO_NOTE);
      tab.removeAuthNote(LINK_NOTE);
      showAgain(context);
      return null;
    }
    const resend = form?.getFirst('action') === 'resend' ? tab.getAuthNote(SENT_TO_NOTE) : null;
    const code = form?.getFirst('referral_code') ?? '';
    if (code !== '') tab.setAuthNote(REFERRAL_NOTE, referralKey(code));
    return send(context, tab, resend ?? form?.getFirst('email') ?? '');
  },

  sent(outcome: MailOutcome, state: string, context: AuthenticationFlowContext): void {
    const sent = JSON.parse(state) as SentState;
    const failed = settleLink(context.getSession(), outcome, sent);
    if (failed) refuse(context, sent.email, failed);
    else remember(context, sent.email, sent.jti);
  },

  signedOut(_outcome: string, _state: string, context: AuthenticationFlowContext): void {
    beginAgain(context);
  },

  resumeCode(_outcome: string, state: string, context: AuthenticationFlowContext): void {
    resumeCode(context, state);
  },
};

/** A used link was opened for this tab: that is all this step asks. */
function isProven(context: AuthenticationFlowContext, tab: AuthenticationSessionModel): boolean {
  const userId = tab.getAuthNote(PROVEN_NOTE);
  const user = userId === null ? null : context.getSession().users().getUserById(context.getRealm(), userId);
  if (user === null) return false;
  context.setUser(user);
  context.success();
  return true;
}

function send(
  context: AuthenticationFlowContext,
  tab: AuthenticationSessionModel,
  typed: string,
): Mail | null {
  const email = normaliseOnServer(typed);
  if (email === null) {
    context.forceChallenge(askForAnotherAddress(context, typed));
    return null;
  }
  const settings = settingsOf(context);
  // While sign-up is closed an answer tells which codes are good: they are guessed no faster here than over the API.
  const excess = settings.signUp === 'closed' ? countCall(context.getSession(), 'general') : null;
  if (excess !== null) return refuse(context, email, excess);
  const jti = newLinkId();
  const order = orderLink(context.getSession(), {
    client: tab.getClient(),
    email,
    request: requestOf(tab),
    settings,
    jti,
    code: settings.code ? randomCode() : null,
  });
  if (order instanceof HostMail) return order;
  if (order !== 'unsent') return refuse(context, email, order as Problem);
  remember(context, email, jti);
  return null;
}

/** Says why no mail was sent: beside the one that was sent before, where that waits, or on the page that asks for the address. */
function refuse(context: AuthenticationFlowContext, email: string, wrong: Problem): null {
  const sentTo = context.getAuthenticationSession().getAuthNote(SENT_TO_NOTE);
  context.forceChallenge(sentTo === email ? showInbox(context, wrong) : askAgain(context, email, wrong));
  return null;
}

/** The authorization request of a tab, for the link to carry. */
function requestOf(tab: AuthenticationSessionModel): LinkRequest {
  const notes: Record<string, string> = {};
  const given = tab.getClientNotes();
  for (const name of given.keySet().toArray()) {
    const value = given.get(name);
    if (value !== null) notes[name] = value;
  }
  // What was chosen on the page goes with the link, before what the client asked for.
  const chosen = tab.getAuthNote(CHOSEN_NOTE);
  if (chosen !== null) notes[REQUESTED_NOTE] = `${chosen} ${notes[REQUESTED_NOTE] ?? ''}`.trim();
  const referral = tab.getAuthNote(REFERRAL_NOTE);
  return {
    redirectUri: tab.getRedirectUri() ?? '',
    notes,
    ...(referral === null ? {} : { referral }),
    askedBy: placeOf(tab),
  };
}

/** After a mail was sent: the inbox page, by a redirect so that a refresh doesn't send again. */
function remember(context: AuthenticationFlowContext, email: string, jti: string): void {
  const tab = context.getAuthenticationSession();
  tab.setAuthNote(SENT_TO_NOTE, email);
  tab.setAuthNote(LINK_NOTE, jti);
  showAgain(context);
}

function showAgain(context: AuthenticationFlowContext): void {
  const url = flowUrl(context.getSession(), context.getAuthenticationSession());
  context.forceChallenge(JavaResponse.seeOther(url).build());
}
