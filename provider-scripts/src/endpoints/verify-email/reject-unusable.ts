/** Rejects a link that can't be used. */

import type { Response } from 'keycloak';
import { notBefore } from '../../accounts/not-before.ts';
import type { Opening } from '../../http/pages/opening-steps.ts';
import type { Found } from '../../http/request/steps.ts';
import { isFromElsewhere } from '../../links/magic-link/network.ts';
import { isLinkOff, rowRejection } from '../../links/magic-link/rejection.ts';
import { settingsOfLink } from '../../links/magic-link/settings.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { WithLink, WithSettings } from './known.ts';
import { rejectLink } from './reject.ts';

/** Rejects a link that was used, superseded or revoked, or has expired; the user's own "not before" is checked when the link is redeemed. */
export function rejectUnusable({ session, link, retry }: Opening & WithLink): Response | null {
  const rejection = rowRejection(link.row, currentTime(), notBefore(session, link.client));
  return rejection === null ? null : rejectLink(session, rejection, { link, token: retry });
}

/** Finds the settings in force; a link of a flow without the step is rejected, and where emails contain only a code. */
export function findSettings({ session, link }: Opening & WithLink): Found<WithSettings> {
  const settings = settingsOfLink(session, link.client, link.row.request);
  return settings.hasStep && !isLinkOff(link.row, settings)
    ? { found: { settings } }
    : { response: rejectLink(session, 'invalid', { link }) };
}

/** Rejects a link that is bound to another network. */
export function rejectOtherNetwork({
  session,
  link,
  settings,
  retry,
}: Opening & WithLink & WithSettings): Response | null {
  return isFromElsewhere(session, link.row, settings)
    ? rejectLink(session, 'elsewhere', { link, token: retry })
    : null;
}
