/** Sends a new link for the request of one that can no longer be used: the same address, client and request. */
import type { Response } from 'keycloak';
import { linkSentResponse } from '../../http/pages/link-sent.ts';
import { type Opening, openingParameter } from '../../http/pages/opening-steps.ts';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { newLinkId, sendLink } from '../../links/magic-link/send.ts';
import { settingsOfLink } from '../../links/magic-link/settings.ts';
import type { WithLink } from './known.ts';
import { rejectLink } from './reject.ts';

/** The form field that requests a new link. */
export const AGAIN_FIELD = 'again';

/** Sends the email if that was requested, without a code; the new link isn't tied to the tab that requested the old one. */
export function sendNewLink(known: Opening & WithLink): Response | null {
  const { session, method, link, retry } = known;
  if (method !== 'POST' || openingParameter(known, AGAIN_FIELD) === null) return null;
  if (retry === null) return rejectLink(session, 'invalid', { link });
  const { row, client } = link;
  const { requestedBy: _, requester: __, ...request } = row.request;
  const { email } = row;
  const settings = settingsOfLink(session, client, request);
  const order = {
    client,
    email,
    request,
    settings,
    jti: newLinkId(),
    takesCode: false,
    crossDeviceKey: null,
  };
  const unsent = sendLink(session, order);
  return unsent === null
    ? linkSentResponse(session, settings, { email, message: 'A new link is on its way' })
    : rejectByPage(session, unsent, OWN_RESOURCES['verify-email']);
}
