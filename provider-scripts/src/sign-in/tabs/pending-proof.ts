/**
 * A link's proof stays pending in a tab of its own until the client starts its authorization request (contract, sections 4.14 and 4.16).
 * Only the client's own request has its state and PKCE challenge.
 */
import type { AuthenticationSessionModel, KeycloakSession } from 'keycloak';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { addressInHint } from '../../accounts/address/mailbox.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { tabsOf } from './move-tabs.ts';
import { copyProof, note, setNote } from './notes.ts';
import { rememberPending } from './pending-places.ts';

/** Makes a tab's proof pending until the client's own request, for this many seconds from now. */
export function markProofPending(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  seconds: number,
): void {
  const expiresAt = currentTime() + seconds;
  setNote(tab, 'pendingProof', String(expiresAt));
  rememberPending(session, tab, expiresAt);
}

/** Until when a tab's proof is pending, in Unix seconds; null if it isn't. */
export function pendingUntil(tab: AuthenticationSessionModel): number | null {
  const until = note(tab, 'pendingProof');
  return until === null ? null : Number(until);
}

/** Moves the proof pending for its client in this browser to a tab, once; not if the request is for another user. */
export function usePendingProof(tab: AuthenticationSessionModel): void {
  // A tab that is already in use stays with its user.
  if (note(tab, 'proven') !== null || note(tab, 'sentTo') !== null) return;
  const root = tab.getParentSession();
  const isOurs = (other: AuthenticationSessionModel) =>
    pendingUntil(other) !== null && other.getClient().getId() === tab.getClient().getId();
  const pending = tabsOf(root).find(isOurs);
  if (pending === undefined) return;
  if (currentTime() <= (pendingUntil(pending) ?? 0) && isFor(tab, pending)) copyProof(pending, tab);
  root.removeAuthenticationSessionByTabId(pending.getTabId());
}

/** Whether a request may be for the proven user: it names no other user. */
function isFor(tab: AuthenticationSessionModel, pending: AuthenticationSessionModel): boolean {
  if (tab.getClientNote('client_request_param_id_token_hint') !== null) return false;
  const hint = tab.getClientNote('login_hint');
  return hint === null || normaliseOnServer(addressInHint(hint)) === note(pending, 'provenFor');
}
