/**
 * A link that was opened in another browser than the requesting one: there, the application doesn't know the request that the link completes,
 * and starts another one. That one continues without a page, once (contract, section 3.5), if the user has clicked since: to use the link, or to
 * consent. Otherwise the page that names the account could be the first that a user sees who opened somebody else's link (login CSRF).
 */

import type { AuthenticationSessionModel, ClientModel, UserSessionModel } from 'keycloak';
import { currentTime } from '../../platform/engine/clock.ts';
import { OPENED_ELSEWHERE_NOTE } from './notes.ts';

/** How long, in seconds, after the link was opened: the user may have to consent first. */
const SECONDS = 300;

/** The note's last word once the user has clicked. */
const CLICKED = 'clicked';

/** Records it in the tab in which the sign-in continues, for the user session. */
export function markOpenedElsewhere(tab: AuthenticationSessionModel, isClicked: boolean): void {
  const opened = `${tab.getClient().getId()} ${currentTime()}`;
  tab.setUserSessionNote(OPENED_ELSEWHERE_NOTE, isClicked ? `${opened} ${CLICKED}` : opened);
}

/** Records that the user has consented to what a link opened here leads to. */
export function recordClick(live: UserSessionModel, client: ClientModel): void {
  const [clientUuid, openedAt] = (live.getNote(OPENED_ELSEWHERE_NOTE) ?? '').split(' ');
  if (clientUuid === client.getId())
    live.setNote(OPENED_ELSEWHERE_NOTE, `${clientUuid} ${openedAt} ${CLICKED}`);
}

/** Whether the live session may continue at this client without a page for that reason; true only once. */
export function takeOpenedElsewhere(live: UserSessionModel, client: ClientModel): boolean {
  const [clientUuid, openedAt, clicked] = (live.getNote(OPENED_ELSEWHERE_NOTE) ?? '').split(' ');
  if (clientUuid !== client.getId()) return false;
  live.removeNote(OPENED_ELSEWHERE_NOTE);
  return clicked === CLICKED && currentTime() <= Number(openedAt) + SECONDS;
}
