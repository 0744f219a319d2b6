/**
 * The first sign-in through an identity provider (contract, section 11), where Linkgate's step is the provider's first login flow. An address
 * that the provider has verified leads to its account, or creates it under the rules of sign-up; any other one is proven by a link to it,
 * which must be opened in the same browser. Keycloak then links the account to the provider.
 */
import type { AuthenticationFlowContext, Response } from 'keycloak';
import { lookUpAccount } from '../../accounts/account.ts';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { lockOf } from '../../accounts/brute-force.ts';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import { referralKey } from '../../links/referral/rows.ts';
import { problem } from '../../platform/errors/problem.ts';
import { checkLinkStep } from '../../realm/flow/check-step.ts';
import { hasLink, type Settings, type StepSettings } from '../../realm/flow/parse.ts';
import { settingsOf } from '../linkgate-realm/pages.ts';
import { answerForm, type FormAnswers } from '../prompt/forms.ts';
import { type LastLink, linkOfStep } from '../prompt/last-link.ts';
import { shieldPage } from '../prompt/shield.ts';
import { INVALID_ADDRESS, type Wrong, wrongOf, wrongPrompt } from '../prompt/wrong.ts';
import { type Brokered, brokeredUser } from '../provider/brokered.ts';
import { showSent } from '../step/pages.ts';
import type { Recipient } from '../step/recipient.ts';
import { send } from '../step/send.ts';
import { type LinkUse, takeConfirmed, useCode, useConfirmed } from '../step/use-link.ts';
import { REGISTERED_NOTE } from '../tabs/ended-tab.ts';
import { note, removeNote, setNote } from '../tabs/notes.ts';
import { setProviderTime } from '../tabs/provider-time.ts';
import { recordProviderProof } from '../tabs/resume-sign-in.ts';
import { settleAccount } from './account.ts';
import { type SignUpPage, showSignUp } from './page.ts';

const AuthenticationFlowError = Java.type('org.keycloak.authentication.AuthenticationFlowError');
const JavaStatus = Java.type('jakarta.ws.rs.core.Response$Status');
const Messages = Java.type('org.keycloak.services.messages.Messages');

/** A first sign-in with the client's settings. */
interface FirstSignIn {
  context: AuthenticationFlowContext;
  settings: Settings;
  user: Brokered;
}

/** The step's functions as the host calls them. */
export const FIRST_SIGN_IN = {
  authenticate(context: AuthenticationFlowContext): void {
    const known = enter(context);
    if (known !== null) resume(known);
  },

  action(context: AuthenticationFlowContext): void {
    const known = enter(context);
    if (known === null) return;
    const confirmed = takeConfirmed(context);
    if (confirmed === null) answerForm(context, answersOf(known));
    else useConfirmed(context, linkUse(known), confirmed);
  },
};

/** Null if the step has failed. */
function enter(context: AuthenticationFlowContext): FirstSignIn | null {
  const settings = settingsOf(context);
  const missing = checkLinkStep(settings);
  const user = brokeredUser(context.getSession(), context.getAuthenticationSession());
  if (missing === null && user !== null) return { context, settings, user };
  const page = rejectByPage(context.getSession(), missing ?? problem('server_error'));
  context.failure(AuthenticationFlowError.IDENTITY_PROVIDER_ERROR, page);
  return null;
}

/** Shows where the sign-in is, or completes it. */
function resume(known: FirstSignIn): void {
  const { context } = known;
  const last = linkOfStep(context);
  if (last === null) proceed(known);
  else context.forceChallenge(showCheckEmail(known, last));
}

/** The "check your email" page. */
function showCheckEmail(
  { context, settings, user }: FirstSignIn,
  last: LastLink,
  wrong: Wrong | null = null,
): Response {
  context
    .form()
    .setAttribute('ofProvider', true)
    .setAttribute('changesAddress', user.email === null);
  return showSent(context, stepSettings(settings), last, wrong);
}

/** Signs in to the account of a verified address, or shows what is missing. */
function proceed(known: FirstSignIn): void {
  const { context, settings, user } = known;
  if (user.email === null || !user.isVerified) {
    show(known);
    return;
  }
  const tab = context.getAuthenticationSession();
  const referral = note(tab, 'referral') ?? undefined;
  const verified = { email: user.email, client: tab.getClient(), settings, referral };
  const settled = settleAccount(context.getSession(), verified);
  if (settled === 'disabled') rejectDisabled(context);
  else if (settled === 'rejected') rejectSignUp(context);
  else if (settled === 'unproven') show(known);
  else if ('wrong' in settled) {
    removeNote(tab, 'referral');
    // The page asks for the code first.
    show(known, { isProven: true, wrong: referral === undefined ? null : wrongPrompt(settled.wrong) });
  } else complete(known, { ...settled, email: user.email, byLink: false });
}

/** As Keycloak tells users who come back from a provider: they own the address, so that it reveals nothing. */
function rejectDisabled(context: AuthenticationFlowContext): void {
  context.getEvent().error('user_disabled');
  const page = context.form().setError(Messages.ACCOUNT_DISABLED, []).createErrorPage(JavaStatus.BAD_REQUEST);
  context.failureChallenge(AuthenticationFlowError.USER_DISABLED, page);
}

/** Tells users that the rules for sign-up don't allow the address: they own it. */
function rejectSignUp(context: AuthenticationFlowContext): void {
  context.getEvent().error('access_denied');
  const page = rejectByPage(context.getSession(), problem('sign_up_rejected'));
  context.failureChallenge(AuthenticationFlowError.ACCESS_DENIED, page);
}

/** A proven account. */
interface Proven {
  userId: string;
  email: string;
  /** Whether this sign-in created it. */
  isNew: boolean;
  byLink: boolean;
}

function complete(known: FirstSignIn, { userId, email, isNew, byLink }: Proven): void {
  const { context, user } = known;
  const session = context.getSession();
  const tab = context.getAuthenticationSession();
  const account = session.users().getUserById(context.getRealm(), userId);
  if (account === null) {
    show(known, { wrong: wrongPrompt(problem('link_invalid')) });
    return;
  }
  if (isNew) for (const { name, values } of user.attributes) account.setAttribute(name, values);
  // Keycloak then lets the provider's mappers complete the account, and marks the address as the provider does: not after a link.
  if (isNew && !byLink) tab.setAuthNote(REGISTERED_NOTE, 'true');
  if (isNew && !byLink) setNote(tab, 'rulesAsked', 'true');
  recordProviderProof(session, tab, { userId, email });
  // The link has proven the user now, whenever the provider did.
  if (byLink) setProviderTime(tab, null);
  context.setUser(account);
  context.success();
}

/** What the forms of the step's pages lead to. */
function answersOf(known: FirstSignIn): FormAnswers {
  const { context } = known;
  const tab = context.getAuthenticationSession();
  return {
    last: () => linkOfStep(context),
    takes: (form) => {
      const leaves = Boolean(form.getFirst('cancel'));
      if (leaves) context.cancelLogin();
      return leaves;
    },
    useCode: (last, typed) => {
      useCode(context, linkUse(known), last, typed);
    },
    prompt: () => {
      proceed(known);
    },
    showSent: (last) => {
      context.forceChallenge(showCheckEmail(known, last));
    },
    resend: (sentTo) => {
      sendTo(known, sentTo, true);
    },
    submit: (form, action) => {
      const referral = form?.getFirst('referral_code') ?? '';
      if (referral !== '') setNote(tab, 'referral', referralKey(referral));
      if (action === 'send') sendTo(known, form?.getFirst('email') ?? '', false);
      else if (action === 'sign-up') proceed(known);
      else resume(known);
    },
  };
}

/** Sends a link to the provider's address; to the typed one only if the provider has none. */
function sendTo(known: FirstSignIn, typed: string, isResend: boolean): void {
  const { context, user } = known;
  const email = user.email ?? normaliseOnServer(typed);
  if (email === null) {
    show(known, { wrong: INVALID_ADDRESS, typed });
    return;
  }
  const settings = stepSettings(known.settings);
  const unsent = send(context, settings, recipientOf(context, email), { typed: email, isResend });
  const asks = unsent === null ? null : shieldPage(context, () => context.form(), unsent);
  const last = linkOfStep(context);
  if (asks !== null) context.forceChallenge(asks);
  else if (last === null) show(known, { wrong: unsent === null ? null : wrongPrompt(unsent), typed });
  else context.forceChallenge(showCheckEmail(known, last, unsent === null ? null : wrongOf(unsent)));
}

/** The account of an address, and whether it may get a link. */
function recipientOf(context: AuthenticationFlowContext, email: string): Recipient {
  const [session, realm] = [context.getSession(), context.getRealm()];
  const account = lookUpAccount(session, email);
  const user =
    account === null || account.id === null ? null : session.users().getUserById(realm, account.id);
  const blocked = account?.blocked ?? (user === null ? null : lockOf(session, user));
  return {
    email,
    account: account === null ? null : { ...account, blocked },
    withheld: blocked !== null,
    limitedBy: email,
    deliversTo: null,
  };
}

/** What the page shows besides who the user is. */
type Shown = Partial<Pick<SignUpPage, 'isProven' | 'typed' | 'wrong'>>;

function show({ context, settings, user }: FirstSignIn, shown: Shown = {}): void {
  const referralField = settings.signUp === 'closed';
  const page = { user, settings, isProven: false, referralField, typed: '', wrong: null, ...shown };
  context.forceChallenge(showSignUp(context, page));
}

/**
 * The settings of links of this step: only this browser can use them. No code beside the link: an attacker who obtained it from its recipient
 * could then sign in through the provider again and again. Where emails contain only a code, the email says what it links.
 */
function stepSettings(settings: Settings): StepSettings {
  return {
    ...settings,
    confirm: 'always',
    emailContains: hasLink(settings) ? 'link' : 'code',
    crossDevice: false,
    rememberDevice: false,
    unverified: 'claim',
    passkeys: false,
  };
}

function linkUse(known: FirstSignIn): LinkUse {
  const { settings, user } = known;
  return {
    settings: stepSettings(settings),
    // As for any link in a Linkgate realm: every unproven account is claimed.
    rules: {},
    isFor: ({ email }) => user.email === null || user.email === email,
    complete: ({ email }, redeemed) => {
      if ('rejection' in redeemed) {
        const wrong = problem(redeemed.rejection === 'referral' ? 'invalid_referral_code' : 'link_invalid');
        show(known, { wrong: wrongPrompt(wrong) });
      } else complete(known, { ...redeemed, email, byLink: true });
    },
    reject: () => {
      show(known, { wrong: wrongPrompt(problem('link_invalid')) });
    },
  };
}
