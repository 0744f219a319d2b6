/** Sends an existing user who was invited an ordinary, short-lived link. */
import type { Response } from 'keycloak';
import { linkSentResponse } from '../../http/pages/link-sent.ts';
import type { Opening } from '../../http/pages/opening-steps.ts';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { reopen } from '../../links/invitation/rows.ts';
import { newLinkId, sendLink } from '../../links/magic-link/send.ts';
import { count } from '../../observability/metrics/count.ts';
import { inOwnTransaction } from '../../platform/database/sql.ts';
import type { Settings } from '../../realm/flow/parse.ts';
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
