/** Explains why a user receives no email. */

import type { Objection } from '../../../email/feedback/event.ts';
import type { LastFailure } from '../../../email/outcome.ts';
import { FINDINGS, type SendCause } from '../../../platform/errors/catalogue/findings.ts';
import type { SignUpRule } from '../../../realm/settings/choices.ts';

/** The known facts about an address and its realm. Times are Unix seconds. */
export interface EmailFacts {
  now: number;
  hasFixedHostname: boolean;
  /** Whether the realm's flow has an enabled link step that a sign-in can reach. */
  hasLinkStep: boolean;
  /** Whether the realm names a mail server and a sender. */
  hasMailServer: boolean;
  /** Whether the mail server accepts the address's characters. */
  supportsAddress: boolean;
  /** The number of the realm's link emails that weren't sent in the last hour. */
  failedEmails: number;
  /** Why the last email to the address that failed did, within the last hour; null for none. */
  lastFailure: LastFailure | null;
  /** Why the address gets no emails, after what was reported of earlier ones; null if it does. */
  suppressed: Objection | null;
  /** Whether more than one account has the address, so that no link is sent. */
  severalAccounts: boolean;
  /** Null if the address has no account, or several. `isRejected`: unverified with credentials, where the step sends such accounts no link. */
  account: { enabled: boolean; isService: boolean; isRejected: boolean } | null;
  /** Whether new users need a referral code, or can't sign up where there are none. */
  signUpClosed: boolean;
  hasReferralCodes: boolean;
  /** The rule for sign-up that rejects the address, and the entry that decides; null if none does. */
  signUpRejection: { rule: SignUpRule; entry: string | null } | null;
  /** Whether the address has opted out of invitations. */
  optedOut: boolean;
  /** When the invitation that the address hasn't accepted yet was sent; null for none. */
  invitedAt: number | null;
  /** The seconds until another link can be sent to the address; null if one can be sent now. */
  waitSeconds: number | null;
  /** The link that was requested last, within a day; null for none. */
  lastLink: {
    state: 'issued' | 'used' | 'superseded' | 'revoked' | 'expired';
    requestedAt: number;
    expiresAt: number;
  } | null;
}

/** What a reason means for the user: no email arrives, nothing is wrong, or neither. */
type ReasonKind = 'problem' | 'info' | 'good';

/** One reason: an identifier for programs, a message and a remedy for administrators. */
export interface Reason {
  id: string;
  kind: ReasonKind;
  /** The numbers in the message, by name; a name that ends in `_seconds` is a span of time. */
  values: Readonly<Record<string, number>>;
  message: string;
  /** Why an email failed, as a finding. */
  detail: { id: SendCause; values: Readonly<Record<string, never>> } | null;
  fix: string | null;
}

/** Returns all reasons that apply: first those that prevent emails to the address, then what is known of the realm's emails and of the last link. */
export function emailReasons(facts: EmailFacts): Reason[] {
  const reasons: Reason[] = [];
  const add: Add = (id, message, fix, values = {}, cause = null) =>
    reasons.push({
      id,
      kind: KINDS[id] ?? 'problem',
      values,
      message,
      detail: cause === null ? null : { id: cause, values: {} },
      fix,
    });
  if (!facts.hasFixedHostname)
    add(
      'no-hostname',
      'No links are sent: the server has no fixed hostname.',
      'Start it with --hostname and a full URL, or set the realm’s frontend URL.',
    );
  if (!facts.hasLinkStep)
    add(
      'no-link-step',
      'No links are sent: the sign-in flow has no enabled magic link step.',
      'In the admin console, Authentication, Flows: add the step “Linkgate: magic link” to the bound flow and enable it.',
    );
  if (!facts.hasMailServer)
    add(
      'no-mail-server',
      'No links are sent: the realm has no mail server.',
      'In the admin console, Realm settings, Email: set host and sender, then test the connection.',
    );
  if (!facts.supportsAddress)
    add(
      'address-not-ascii',
      'The address has characters that the mail server does not accept.',
      'Allow UTF-8 in the realm’s email settings if the mail server supports it (RFC 6531), or use another address.',
    );
  if (facts.suppressed !== null)
    add(
      'address-suppressed',
      `The address gets no emails: ${SUPPRESSED_BY[facts.suppressed]}. The user sees the usual page.`,
      'Ask the user for another way to sign in, or lift the suppression once the mailbox accepts emails again.',
    );
  const failure = failureIn(facts);
  if (failure !== null) {
    const ago_seconds = wholeMinutes(facts.now - failure.at);
    add(
      'email-unsent',
      `An email to the address could not be sent ${minutes(ago_seconds)} ago: ${FINDINGS[failure.cause]}.`,
      'Test the connection in the admin console, Realm settings, Email, and send a test email from the overview.',
      { ago_seconds },
      failure.cause,
    );
  }
  if (facts.waitSeconds !== null)
    add(
      'limit-reached',
      `The address has reached its rate limit; another link can be sent in ${facts.waitSeconds} seconds.`,
      'Wait, or reset its limit.',
      { wait_seconds: facts.waitSeconds },
    );
  addAccount(facts, add);
  if (failure === null && facts.failedEmails > 0 && facts.lastLink === null)
    add(
      'emails-failing',
      `${times(facts.failedEmails, 'email')} of this realm could not be sent in the last hour.`,
      'Test the connection in the admin console, Realm settings, Email; the overview has the reasons.',
      { count: facts.failedEmails },
    );
  addLastLink(facts, add);
  return reasons;
}

/** What was reported of an email to a suppressed address. */
const SUPPRESSED_BY: Readonly<Record<Objection, string>> = {
  hard: 'its mail server said that there is no such mailbox',
  soft: 'several emails could not be delivered within a week',
  complaint: 'its owner reported an email as spam',
  block: 'the email service has it on its list of blocked addresses',
};

/** The reasons that aren't problems. */
const KINDS: Readonly<Record<string, ReasonKind>> = {
  'emails-failing': 'info',
  invited: 'info',
  'not-requested': 'info',
  'email-accepted': 'good',
  'link-used': 'good',
  'link-superseded': 'info',
};

type Add = (
  id: string,
  message: string,
  fix: string | null,
  values?: Reason['values'],
  cause?: SendCause | null,
) => void;

/** The failure of an email to the address, unless a later one is known to have been sent. */
function failureIn({ lastFailure, lastLink, invitedAt }: EmailFacts): LastFailure | null {
  const isSent = lastLink !== null && lastLink.state !== 'revoked';
  const sentAt = Math.max(isSent ? lastLink.requestedAt : 0, invitedAt ?? 0);
  return lastFailure === null || sentAt > lastFailure.at ? null : lastFailure;
}

function addAccount(facts: EmailFacts, add: Add): void {
  const { account, severalAccounts, signUpClosed, hasReferralCodes } = facts;
  if (severalAccounts) {
    add(
      'several-accounts',
      'Several accounts have the address: the user sees the usual page, and no email is sent.',
      'Assign the address to only one of them; an account without an email counts if its username is the address.',
    );
    return;
  }
  addSignUpRules(facts, add);
  if (account === null) {
    addInvitation(facts, add);
    if (facts.invitedAt !== null) return;
    if (signUpClosed && !hasReferralCodes)
      add(
        'no-account',
        'The address has no account, and sign-up is closed: the user sees the usual page, and no email is sent.',
        'Create the account, or compare the spelling.',
      );
    else if (signUpClosed)
      add(
        'sign-up-closed',
        'The address has no account, and sign-up is closed: no email is sent without a referral code.',
        'Give the user a referral code, or create the account.',
      );
    return;
  }
  if (!account.enabled)
    add(
      'account-disabled',
      'The account is disabled: the user sees the usual page, and no email is sent.',
      'Enable the account in the admin console, if the user should be able to sign in.',
    );
  if (account.isRejected)
    add(
      'account-unverified',
      'The account’s address is unverified, and it has credentials or identity provider links: the user sees the usual page, and no email is sent.',
      'If the address is the user’s own, mark it as verified in the admin console.',
    );
  if (account.isService)
    add(
      'service-account',
      'The account is a client’s service account, not a user’s.',
      'Use another address.',
    );
}

function addSignUpRules({ signUpRejection }: EmailFacts, add: Add): void {
  if (signUpRejection === null) return;
  const { rule, entry } = signUpRejection;
  const by = entry === null ? '' : ` (${entry})`;
  if (rule === 'denied')
    add(
      'sign-up-denied',
      `The rules for sign-up deny the address${by}: the user sees the usual page, and no email is sent.`,
      'Remove the entry from the denied ones, if the user should get in, or invite the user.',
    );
  else if (rule === 'unlisted')
    add(
      'sign-up-unlisted',
      'The rules for sign-up allow only listed addresses, and this is none: the user sees the usual page, and no email is sent.',
      'Add the address or its domain to the allowed ones, if the user should get in, or invite the user.',
    );
  else
    add(
      'sign-up-disposable',
      `The address is a disposable one${by}, which the rules for sign-up reject: the user sees the usual page, and no email is sent.`,
      'Add the address or its domain to the allowed ones, if the user should get in, or invite the user.',
    );
}

function addInvitation({ now, optedOut, invitedAt }: EmailFacts, add: Add): void {
  if (optedOut)
    add(
      'opted-out',
      'The address has opted out of invitations: none can be sent to it.',
      'Give the user a referral code, or create the account.',
    );
  if (invitedAt !== null) {
    const ago_seconds = wholeMinutes(now - invitedAt);
    add(
      'invited',
      `The address has no account yet: an invitation was sent ${minutes(ago_seconds)} ago and hasn’t been accepted.`,
      'Ask the user to accept the invitation, or resend it.',
      { ago_seconds },
    );
  }
}

function addLastLink(facts: EmailFacts, add: Add): void {
  const { now, lastLink, account, severalAccounts, signUpClosed, hasReferralCodes } = facts;
  if (severalAccounts || (account !== null && (!account.enabled || account.isRejected))) return;
  if (account === null && signUpClosed && !hasReferralCodes) return;
  // Its row is there, but no email.
  if (facts.signUpRejection !== null) return;
  if (lastLink === null) {
    if ((account === null && facts.invitedAt !== null) || failureIn(facts) !== null) return;
    add(
      'not-requested',
      'No link was requested for this address in the last day.',
      'Compare the spelling with what the user types; ask them to try again.',
    );
    return;
  }
  const [ago_seconds, left_seconds] = [
    wholeMinutes(now - lastLink.requestedAt),
    wholeMinutes(lastLink.expiresAt - now),
  ];
  const ago = `${minutes(ago_seconds)} ago`;
  if (lastLink.state === 'issued')
    add(
      'email-accepted',
      `A link was requested ${ago}; the mail server accepted the email. The link can be used for another ${minutes(left_seconds)}.`,
      'Check the spam folder; ask the user’s mail administrator whether the email was quarantined.',
      { ago_seconds, left_seconds },
    );
  else if (lastLink.state === 'used')
    add('link-used', `The link that was requested ${ago} was used.`, null, { ago_seconds });
  else if (lastLink.state === 'superseded')
    add(
      'link-superseded',
      `The link that was requested ${ago} was superseded when another link of the user was used.`,
      null,
      {
        ago_seconds,
      },
    );
  else if (lastLink.state === 'revoked')
    add(
      'link-revoked',
      `A link was requested ${ago} and revoked: by the user or an administrator, or since the mail server took too long. Its email may still have arrived.`,
      'Ask them to try again; test the connection in the admin console, Realm settings, Email.',
      { ago_seconds },
    );
  else
    add(
      'link-expired',
      `A link was requested ${ago}; the mail server accepted the email, and the link expired unused.`,
      'Check the spam folder; if emails arrive late, increase the link lifetime.',
      { ago_seconds },
    );
}

/** Rounds seconds to whole minutes, at least one. */
function wholeMinutes(seconds: number): number {
  return Math.max(1, Math.round(seconds / 60)) * 60;
}

function minutes(seconds: number): string {
  return times(seconds / 60, 'minute');
}

function times(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
