/** Always requires confirmation before an invitation is accepted, so that link scanners don't accept any. */
import type { Response } from 'keycloak';
import { shownName } from '../../accounts/address/account-address.ts';
import { confirmKey, isConfirmed } from '../../http/pages/confirm-key.ts';
import type { Opening } from '../../http/pages/opening-steps.ts';
import { page } from '../../http/pages/page.ts';
import { settingsForInvited } from '../../links/invitation/client.ts';
import { stateAt } from '../../links/invitation/invitation.ts';
import { markOpened } from '../../links/invitation/rows.ts';
import { inOwnTransaction } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { clientName } from '../../realm/branding/client-branding.ts';
import { hasLink } from '../../realm/flow/parse.ts';
import { inSameLanguage } from '../../realm/language/same-language.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import { otherUserThanOf } from '../../sign-in/tabs/link-session.ts';
import type { WithInvitation } from './find-invitation.ts';

/** Shows the confirmation page, unless its form was submitted, and records that the invitation was opened. */
export function requireConfirmation({
  session,
  method,
  token,
  row,
  client,
  landing,
}: Opening & WithInvitation): Response | null {
  const codeOnly = !hasLink(settingsForInvited(session, client));
  const isLinkgate = isLinkgateRealm(requireRealm(session));
  // In a Linkgate realm nobody is signed out before the application's own sign-in.
  const otherUser = codeOnly && isLinkgate ? null : otherUserThanOf(session, row.email);
  if (method === 'POST' && isConfirmed(session, otherUser)) return null;
  const now = currentTime();
  if (stateAt(row, now) !== 'opened') inOwnTransaction(session, (own) => markOpened(own, row.id, now));
  const { email, inviter, text } = row;
  const action = `${baseUrl(session)}/invitation`;
  return page(session, 'linkgate-invitation.ftl', 200, {
    state: 'pending',
    action: isLinkgate ? action : inSameLanguage(session, `${action}?token=${token}`),
    token,
    confirmKey: confirmKey(session, otherUser),
    email,
    inviter,
    text,
    hasAccount: row.hasAccount,
    codeOnly,
    home: row.hasAccount ? landing : null,
    liveEmail: otherUser === null ? null : shownName(otherUser),
    clientName: clientName(session, client),
  });
}
