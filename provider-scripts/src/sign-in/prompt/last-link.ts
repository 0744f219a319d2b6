/** The latest link that was sent from a tab. */
import type { AuthenticationFlowContext, AuthenticationSessionModel } from 'keycloak';
import { notBefore } from '../../accounts/not-before.ts';
import { findLinkToUse } from '../../links/magic-link/interrupted.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { note, removeNote, setNote } from '../tabs/notes.ts';
import { type CheckEmailState, checkEmailState } from './check-email-state.ts';

/** A link and its state; it may no longer exist. */
export interface LastLink {
  row: LinkRow | null;
  state: CheckEmailState;
}

/** Finds it, for the tab's client; not one that a step sent, such as after an identity provider: its code completes that step, and nothing else. */
export function lastLink(context: AuthenticationFlowContext): LastLink {
  const latest = latestLink(context);
  return latest.row?.request.ofStep === undefined ? latest : { row: null, state: 'expired' };
}

/** The latest one, also of a step. */
export function latestLink(context: AuthenticationFlowContext): LastLink {
  const session = context.getSession();
  const tab = context.getAuthenticationSession();
  const jti = note(tab, 'link');
  const found = jti === null ? null : findLinkToUse(session, jti);
  const row = found?.clientUuid === tab.getClient().getId() ? found : null;
  return { row, state: checkEmailState(row, currentTime(), notBefore(session, tab.getClient())) };
}

/** The same for one that this very step sent; null if it has sent none from this tab. */
export function linkOfStep(context: AuthenticationFlowContext): LastLink | null {
  const hasSent = sentByStep(context) && note(context.getAuthenticationSession(), 'link') !== null;
  return hasSent ? latestLink(context) : null;
}

/** Whether this very step sent the latest link of its tab. */
export function sentByStep(context: AuthenticationFlowContext): boolean {
  return note(context.getAuthenticationSession(), 'step') === context.getExecution().getId();
}

/** Remembers a link that was sent; `sentTo` is what the page repeats, `isResend` whether the user asked for another one. */
export function rememberSent(
  tab: AuthenticationSessionModel,
  { sentTo, jti, isResend }: { sentTo: string; jti: string; isResend: boolean },
): void {
  setNote(tab, 'sentTo', sentTo);
  setNote(tab, 'link', jti);
  if (isResend) setNote(tab, 'resent', jti);
}

/** Forgets it: the user wants to type another address. */
export function forgetSent(tab: AuthenticationSessionModel): void {
  for (const name of ['sentTo', 'link', 'step', 'resent'] as const) removeNote(tab, name);
}
