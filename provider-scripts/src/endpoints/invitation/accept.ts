/**
 * Accepts the invitation: creates a new user's account, or sends an existing user an ordinary link. Where emails contain only a code, it
 * signs nobody in: the application's own sign-in, to which it leads, asks for a code.
 */

import type { Response } from 'keycloak';
import { linkSentResponse } from '../../email/link-sent.ts';
import type { Opening } from '../../http/pages/opening-steps.ts';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import type { Found } from '../../http/request/steps.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { seeOther } from '../../http/response/responses.ts';
import { type Accepted, acceptInvitation } from '../../links/invitation/accept.ts';
import { reopen } from '../../links/invitation/rows.ts';
import { newLinkId, sendLink } from '../../links/magic-link/send.ts';
import type { NewLink } from '../../links/magic-link/store.ts';
import { count } from '../../observability/metrics/count.ts';
import { inOwnTransaction } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { hasLink } from '../../realm/flow/parse.ts';
import { readSettings } from '../../realm/flow/read.ts';
import type { WithProof } from '../../sign-in/tabs/proof.ts';
import type { WithInvitation } from './find-invitation.ts';
import { rejectInvitation } from './reject.ts';
import { requestOf } from './request.ts';

/** The step: creates the proof of a new user, who has opened the email and has no account yet. */
export function accept(known: Opening & WithInvitation): Found<WithProof> {
  const { session, key, row, client, landing } = known;
  const settings = readSettings(session, client);
  const signsIn = hasLink(settings);
  // A forwarded email mustn't make a device remember the account.
  const rules = signsIn ? settings : { ...settings, rememberDevice: false };
  const acceptance = { key, email: row.email, creates: true };
  const accepted = acceptInvitation(session, acceptance, rules, currentTime());
  if (accepted === null || accepted === 'new') return { response: rejectInvitation(session, 'used') };
  if (!signsIn) return { response: leadToSignIn(known, accepted) };
  const request = requestOf(row, landing);
  if ('existing' in accepted) return { response: sendOrdinaryLink(known, { request, settings }) };
  const { createdUserId: userId, ...remembered } = accepted;
  return {
    found: {
      proof: { userId, wasClaimed: false, ...remembered, email: row.email, client, request, method: 'link' },
    },
  };
}

/** Redirects to the client, whose sign-in asks for a code. */
function leadToSignIn(
  { session, landing }: Opening & WithInvitation,
  accepted: Exclude<Accepted, 'new' | null>,
): Response {
  if ('existing' in accepted) count(session, 'invitation', 'accepted');
  return seeOther(landing);
}

/** Responds that the link was sent; if it can't be sent, the invitation can be accepted again. */
export function sendOrdinaryLink(
  { session, row, client, landing }: Opening & WithInvitation,
  link: Pick<NewLink, 'request' | 'settings' | 'account'>,
): Response {
  const { email } = row;
  const unsent = sendLink(session, {
    client,
    email,
    jti: newLinkId(),
    takesCode: false,
    crossDeviceKey: null,
    cause: { by: 'holder' },
    ...link,
  });
  if (unsent !== null) {
    inOwnTransaction(session, (own) => reopen(own, row));
    return rejectByPage(session, unsent, OWN_RESOURCES.invitation);
  }
  count(session, 'invitation', 'accepted');
  return linkSentResponse(session, link.settings, { email, message: 'A link is on its way', home: landing });
}
