/**
 * What a link proved waits in a tab of its own until the client starts its request (contract, sections 4.14 and 4.16): that has the client's state
 * and PKCE challenge, which nobody but the client could have given the link.
 */
import type { AuthenticationSessionModel } from 'keycloak';
import { addressInHint } from '../address/hint.ts';
import { normaliseOnServer } from '../address/idn.ts';
import { tabsOf } from './move-tabs.ts';
import { copyProof, KEPT_NOTE, PROVEN_FOR_NOTE, PROVEN_NOTE, SENT_TO_NOTE } from './notes.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** Makes a tab's proof wait for the client's own request, for so many seconds from now on. */
export function keepProof(tab: AuthenticationSessionModel, seconds: number): void {
  tab.setAuthNote(KEPT_NOTE, String(Time.currentTime() + seconds));
}

/** Gives a tab what waits for its client in this browser, once; nothing if the request is for somebody else. */
export function takeKeptProof(tab: AuthenticationSessionModel): void {
  // A tab that somebody is using is for that user.
  if (tab.getAuthNote(PROVEN_NOTE) !== null || tab.getAuthNote(SENT_TO_NOTE) !== null) return;
  const root = tab.getParentSession();
  const isOurs = (other: AuthenticationSessionModel) =>
    other.getAuthNote(KEPT_NOTE) !== null && other.getClient().getId() === tab.getClient().getId();
  const kept = tabsOf(root).find(isOurs);
  if (kept === undefined) return;
  if (Time.currentTime() <= Number(kept.getAuthNote(KEPT_NOTE)) && isFor(tab, kept)) copyProof(kept, tab);
  root.removeAuthenticationSessionByTabId(kept.getTabId());
}

/** Whether a request may be for who was proven: it names nobody else. */
function isFor(tab: AuthenticationSessionModel, kept: AuthenticationSessionModel): boolean {
  if (tab.getClientNote('client_request_param_id_token_hint') !== null) return false;
  const hint = tab.getClientNote('login_hint');
  return hint === null || normaliseOnServer(addressInHint(hint)) === kept.getAuthNote(PROVEN_FOR_NOTE);
}
