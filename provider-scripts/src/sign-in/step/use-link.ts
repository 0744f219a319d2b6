/** Uses a step's link, or its one-time code, in the tab whose flow it completes a step of. */

import type { AuthenticationFlowContext, AuthenticationSessionModel } from 'keycloak';
import { lockOf } from '../../accounts/brute-force.ts';
import { refreshAccount } from '../../accounts/lock.ts';
import { isProven } from '../../accounts/proof.ts';
import { page } from '../../http/pages/page.ts';
import { UNAUTHORIZED } from '../../http/response/responses.ts';
import { findLinkToUse } from '../../links/magic-link/interrupted.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { isFromElsewhere } from '../../links/magic-link/network.ts';
import {
  type ProofMethod,
  type Redeemed,
  type RedeemRules,
  redeemLink,
} from '../../links/magic-link/redeem.ts';
import { reportRejection } from '../../links/magic-link/report-rejection.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { RESET_CREDENTIALS } from '../../platform/keycloak/flow-paths.ts';
import { hasCode, type StepSettings } from '../../realm/flow/parse.ts';
import { isLinksOnly } from '../../realm/flow/step-ids.ts';
import type { LastLink } from '../prompt/last-link.ts';
import { useTypedCode } from '../prompt/typed-code.ts';
import { linksIn } from '../tabs/ended-session.ts';
import { ACTION_TOKEN_USER_NOTE } from '../tabs/keycloak-notes.ts';
import { APPROVED_LINK_NOTE, note, removeNote, setNote } from '../tabs/notes.ts';
import { recordGrant, SESSION_IMPERSONATOR_NOTE, storeProof } from '../tabs/resume-sign-in.ts';
import { firstPage, showSent } from './pages.ts';
import { prepareOffer, stepOffer } from './passkey.ts';
import { completeRememberMe } from './remember-me.ts';
import { rememberName, type StepRun, type Subject } from './subject.ts';

/** Takes the link that was opened and confirmed for this step from its tab; null if there is none. */
export function takeConfirmed(context: AuthenticationFlowContext): LinkRow | null {
  const session = context.getSession();
  const tab = context.getAuthenticationSession();
  const jti = note(tab, 'confirmed');
  const row = jti === null ? null : findLinkToUse(session, jti);
  if (row === null || row.request.step !== context.getExecution().getId()) return null;
  removeNote(tab, 'confirmed');
  return row;
}

/** For whom a link is used, and what follows. */
export interface LinkUse {
  settings: StepSettings;
  rules: RedeemRules;
  /** Whether the link is for the user whom the flow knows, if it knows one. */
  isFor(row: LinkRow): boolean;
  /** Completes the step, or shows why the link couldn't be used. */
  complete(row: LinkRow, redeemed: Redeemed, method: ProofMethod): void;
  /** Shows the step's first page again: the link can't be used here, or no longer. */
  reject(): void;
}

/** How a step uses links, for a user whom its flow may know. */
export function stepUse(context: AuthenticationFlowContext, run: StepRun): LinkUse {
  const { settings, subject } = run;
  return {
    settings: { ...settings, rememberDevice: stepOffer(context, run, 'device') === 'offered' },
    rules: {
      ...rulesFor(settings, subject),
      usedIn: context.getAuthenticationSession().getParentSession().getId(),
    },
    isFor: ({ userId }) => subject.kind !== 'known' || userId === subject.user.getId(),
    complete: (row, redeemed, method) => {
      complete(context, run, redeemed, { row, method });
    },
    reject: () => {
      reject(context, run);
    },
  };
}

/** Uses a link that was opened and confirmed for this tab. */
export function useConfirmed(context: AuthenticationFlowContext, use: LinkUse, row: LinkRow): void {
  const session = context.getSession();
  const isMine = isForStep(context, row, use);
  if (!isMine || isFromElsewhere(session, row, use.settings)) {
    reportRejection(session, row, isMine ? 'elsewhere' : 'invalid');
    use.reject();
    return;
  }
  const redeemed = redeemLink(session, row, 'link', use.settings, currentTime(), use.rules);
  if ('rejection' in redeemed) {
    // A step has no referral codes: its link for a new user no longer works since sign-up was closed.
    reportRejection(session, row, redeemed.rejection === 'referral' ? 'invalid' : redeemed.rejection);
  }
  use.complete(row, redeemed, 'link');
}

/** Uses the latest link by its one-time code, or shows the page again with the error. */
export function useCode(
  context: AuthenticationFlowContext,
  use: LinkUse,
  last: LastLink,
  typed: string,
): void {
  if (
    last.row !== null &&
    last.state === 'waiting' &&
    hasCode(use.settings) &&
    !isForStep(context, last.row, use)
  ) {
    use.reject();
    return;
  }
  const used = useTypedCode(context.getSession(), last, typed, use.settings, use.rules);
  if ('wrong' in used) context.forceChallenge(showSent(context, use.settings, last, used.wrong));
  else use.complete(used.row, used.redeemed, 'code');
}

/** Whether a link is for this step, client and user, who may sign in; checked before it is used. */
export function isForStep(context: AuthenticationFlowContext, row: LinkRow, use: LinkUse): boolean {
  const { step, ofStep } = row.request;
  if (ofStep === undefined || ofStep.flowPath !== context.getFlowPath()) return false;
  if (step !== context.getExecution().getId()) return false;
  if (row.clientUuid !== context.getAuthenticationSession().getClient().getId()) return false;
  if (!use.isFor(row)) return false;
  const [session, realm] = [context.getSession(), context.getRealm()];
  const user = row.userId === null ? null : session.users().getUserById(realm, row.userId);
  return user === null || lockOf(session, user) === null;
}

/** A user whom another factor has proven in this tab set up the account's credentials: the link then only verifies the address. */
function rulesFor({ unverified }: StepSettings, subject: Subject): RedeemRules {
  return { unverified: subject.kind === 'known' && subject.proven ? 'verify' : unverified };
}

function complete(
  context: AuthenticationFlowContext,
  run: StepRun,
  redeemed: Redeemed,
  { row, method }: { row: LinkRow; method: ProofMethod },
): void {
  if ('rejection' in redeemed) {
    reject(context, run);
    return;
  }
  const { userId, device } = redeemed;
  const [session, realm] = [context.getSession(), context.getRealm()];
  const known = session.users().getUserById(realm, userId);
  const user = known === null || isProven(session, realm, known) ? known : refreshAccount(session, known);
  if (user === null) {
    reject(context, run);
    return;
  }
  if (context.getUser() === null) {
    context.setUser(user);
    // In another browser: the flow asks for a name before the step.
    if (context.getFlowPath() === RESET_CREDENTIALS)
      context.getAuthenticationSession().setAuthNote(ACTION_TOKEN_USER_NOTE, user.getId());
  }
  if (run.subject.kind === 'unknown') rememberName(context, user);
  const tab = context.getAuthenticationSession();
  storeProof(session, tab, { userId, email: row.email, method });
  recordGrant(tab, row.request);
  const impersonator = note(tab, 'impersonator');
  if (impersonator !== null) tab.setUserSessionNote(SESSION_IMPERSONATOR_NOTE, impersonator);
  if (method === 'cross-device') recordApproved(tab, row);
  setNote(tab, 'completed', context.getExecution().getId());
  if (device !== undefined) prepareOffer(context, device);
  completeRememberMe(context);
  context.success();
}

/**
 * Records that a tab, and the session that it leads to, rest on an approved link, which may be revoked: whatever proves the user besides, before or
 * after it.
 */
function recordApproved(tab: AuthenticationSessionModel, { jti }: LinkRow): void {
  const links = [...linksIn(note(tab, 'approvedLinks')), jti].join(' ');
  setNote(tab, 'approvedLinks', links);
  tab.setUserSessionNote(APPROVED_LINK_NOTE, links);
}

/**
 * Completes the step once more if it was completed in this tab, and the flow hasn't started anew since. A second click overwrites in the state of the
 * tab, which requests share, that the step is done: the flow would ask for a link again, and the first click have used its own for nothing.
 *
 * @returns false if it wasn't
 */
export function completeAgain(context: AuthenticationFlowContext): boolean {
  const tab = context.getAuthenticationSession();
  if (note(tab, 'completed') !== context.getExecution().getId()) return false;
  const userId = note(tab, 'proven');
  const user =
    context.getUser() ??
    (userId === null ? null : context.getSession().users().getUserById(context.getRealm(), userId));
  if (user === null || user.getId() !== userId) return false;
  if (context.getUser() === null) context.setUser(user);
  context.success();
  return true;
}

/** Shows the step's first page again: the link can't be used here, or no longer. */
function reject(context: AuthenticationFlowContext, run: StepRun): void {
  if (isLinksOnly({ authenticator: context.getExecution().getAuthenticator() })) {
    const attributes = { reason: 'invalid', ofStep: true };
    context.forceChallenge(page(context.getSession(), 'linkgate-rejected.ftl', UNAUTHORIZED, attributes));
    return;
  }
  context.forceChallenge(firstPage(context, run, '', { key: 'linkgateError.invalid_token' }));
}
