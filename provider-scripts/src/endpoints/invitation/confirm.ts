/** Always requires confirmation before an invitation is accepted, so that link scanners don't accept any. */
import type { Response } from 'keycloak';
import { shownAddress } from '../../address/account-address.ts';
import { clientName } from '../../branding/client-branding.ts';
import { inOwnTransaction } from '../../database/sql.ts';
import { stateAt } from '../../invitation/invitation.ts';
import { markOpened } from '../../invitation/rows.ts';
import { baseUrl } from '../../keycloak/base-url.ts';
import { confirmKey, isConfirmed } from '../../pages/confirm-key.ts';
import type { Opening } from '../../pages/opening-steps.ts';
import { page } from '../../pages/page.ts';
import { liveSession } from '../../tabs/link-session.ts';
import type { WithInvitation } from './known.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** Shows the confirmation page, unless its form was submitted, and records that the invitation was opened. */
export function requireConfirmation({
  session,
  method,
  token,
  row,
  client,
  landing,
}: Opening & WithInvitation): Response | null {
  if (method === 'POST' && isConfirmed(session)) return null;
  const now = Time.currentTime();
  if (stateAt(row, now) !== 'opened') inOwnTransaction(session, (own) => markOpened(own, row.id, now));
  const { email, inviter, text } = row;
  const live = liveSession(session)?.getUser() ?? null;
  const liveEmail = live === null ? null : shownAddress(live);
  return page(session, 'linkgate-invitation.ftl', 200, {
    state: 'pending',
    action: `${baseUrl(session)}/invitation`,
    token,
    confirmKey: confirmKey(session),
    email,
    inviter,
    text,
    hasAccount: row.hasAccount,
    home: row.hasAccount ? landing : null,
    liveEmail: liveEmail === email ? null : liveEmail,
    clientName: clientName(session, client),
  });
}
