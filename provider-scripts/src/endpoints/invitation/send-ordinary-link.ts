/** Sends an existing user who was invited an ordinary, short-lived link. */
import type { Response } from 'keycloak';
import { inOwnTransaction } from '../../database/sql.ts';
import { reopen } from '../../invitation/rows.ts';
import { newLinkId, sendLink } from '../../magic-link/send.ts';
import { count } from '../../metrics/count.ts';
import { linkSentResponse } from '../../pages/link-sent.ts';
import type { Opening } from '../../pages/opening-steps.ts';
import { rejectByPage } from '../../pages/reject-by-page.ts';
import { OWN_RESOURCES } from '../../response/formats.ts';
import type { Settings } from '../../settings/parse.ts';
import type { WithInvitation } from './known.ts';
import { requestOf } from './request.ts';

/** Responds that the link was sent; if it can't be sent, the invitation can be accepted again. */
export function sendOrdinaryLink(
  { session, row, client, landing }: Opening & WithInvitation,
  settings: Settings,
): Response {
  const { email } = row;
  const unsent = sendLink(session, {
    client,
    email,
    request: requestOf(row, landing),
    settings,
    jti: newLinkId(),
    code: null,
    crossDeviceKey: null,
  });
  if (unsent !== null) {
    inOwnTransaction(session, (own) => reopen(own, row));
    return rejectByPage(session, unsent, OWN_RESOURCES.invitation);
  }
  count(session, 'invitation', 'accepted');
  return linkSentResponse(session, settings, { email, message: 'A link is on its way', home: landing });
}
