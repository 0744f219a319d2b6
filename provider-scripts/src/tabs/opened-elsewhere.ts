/**
 * A link that was opened in another browser than the requesting one: there, the application doesn't know the request that the link completes,
 * and starts another one. That one continues without a page, once (contract, section 3.5).
 */
import type { AuthenticationSessionModel, ClientModel, UserSessionModel } from 'keycloak';
import { OPENED_ELSEWHERE_NOTE } from './notes.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** How long, in seconds, after the link was opened: the user may have to consent first. */
const SECONDS = 300;

/** Records it in the tab in which the sign-in continues, for the user session. */
export function markOpenedElsewhere(tab: AuthenticationSessionModel): void {
  tab.setUserSessionNote(OPENED_ELSEWHERE_NOTE, `${tab.getClient().getId()} ${Time.currentTime()}`);
}

/** Whether the live session may continue at this client without a page for that reason; true only once. */
export function takeOpenedElsewhere(live: UserSessionModel, client: ClientModel): boolean {
  const [clientUuid, openedAt] = (live.getNote(OPENED_ELSEWHERE_NOTE) ?? '').split(' ');
  if (clientUuid !== client.getId()) return false;
  live.removeNote(OPENED_ELSEWHERE_NOTE);
  return Time.currentTime() <= Number(openedAt) + SECONDS;
}
