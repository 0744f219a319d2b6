/** Traces that an emailed link was opened, and by whom, as far as that can be told: a user by a browser, or a program (docs/mail-scanners.md). */
import type { KeycloakSession } from 'keycloak';
import { countStage } from '../../email/feedback/mailbox-counts.ts';
import { hasFeedback } from '../../email/feedback/record.ts';
import { traceOpened } from '../../email/feedback/trace.ts';
import type { Opening } from '../../http/pages/opening-steps.ts';
import { wantsPage } from '../../http/pages/reject-by-page.ts';
import { isPrefetch } from '../../http/request/prefetch.ts';
import { findByToken } from '../../links/magic-link/by-token.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { linkTokenIn } from '../../links/magic-link/token-text.ts';
import { queryParameter } from '../../platform/session/address.ts';

/** Traces a request that is a program's by its own account, and gets no content. */
export function traceScan(session: KeycloakSession, method: string): void {
  if (!hasFeedback(session) || (method !== 'HEAD' && !isPrefetch(session))) return;
  const token = queryParameter(session, 'token');
  const found = token === null ? null : findByToken(session, linkTokenIn(token));
  if (found !== null) traceBy(session, found.row, 'scanner');
}

/** A step: traces any other; one that asks for no page is a program's, too. Forms are of pages that were opened before. */
export function traceOpening({
  session,
  method,
  link,
}: Opening & { readonly link: { readonly row: LinkRow } }): null {
  if (method !== 'GET') return null;
  const { email, issuedAt } = link.row;
  const by = wantsPage(session) ? 'browser' : 'scanner';
  if (traceBy(session, link.row, by) && by === 'browser')
    countStage(session, 'opened', { to: email, sentAt: issuedAt });
  return null;
}

/** A link that was returned to a backend has no email. */
function traceBy(
  session: KeycloakSession,
  { jti, issuedAt, request }: LinkRow,
  by: 'scanner' | 'browser',
): boolean {
  return request.returnGrant === undefined && traceOpened(session, { id: jti, issuedAt }, by);
}
