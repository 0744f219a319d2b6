/** Cross-device sign-in on the "check your email" page: the comparison code, and the end of it when the user leaves. */

import type { AuthenticationFlowContext, KeycloakSession } from 'keycloak';
import type { LinkRow } from '../../links/magic-link/link.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { cancelCrossDevice } from '../cross-device/claim.ts';
import { comparisonCodeOf } from '../cross-device/comparison-code.ts';
import { wasOpened } from '../cross-device/opened.ts';
import { phaseOf } from '../cross-device/phase.ts';
import { note } from '../tabs/notes.ts';
import { isWaitingBrowser } from '../tabs/waiting-browser.ts';
import { latestLink } from './last-link.ts';

/** What the page shows of a link at `now` (Unix seconds): the code while it can be typed elsewhere, in the browser that waits. */
export function comparisonCodeShown(
  session: KeycloakSession,
  { crossDevice: isOn }: Settings,
  row: LinkRow,
  now: number,
): { comparisonCode?: string; comparisonAsked?: boolean } {
  const { crossDevice } = row;
  const isOpen = isOn && phaseOf(crossDevice, now) === 'open' && isWaitingBrowser(session, row);
  if (crossDevice === null || !isOpen) return {};
  return {
    comparisonCode: comparisonCodeOf(session, crossDevice.key),
    comparisonAsked: wasOpened(session, row.jti),
  };
}

/** Ends the cross-device sign-in of a tab whose user leaves the page. */
export function endCrossDevice(context: AuthenticationFlowContext): void {
  if (note(context.getAuthenticationSession(), 'link') === null) return;
  const { row } = latestLink(context);
  if (row !== null) cancelCrossDevice(context.getSession(), row);
}
