/** `/invitation/opt-out`: opts an address out of this realm's invitations (RFC 8058). Merely opening the page changes nothing. */
import type { Response } from 'keycloak';
import type { Opening } from '../../http/pages/opening-steps.ts';
import { page } from '../../http/pages/page.ts';
import { rejectByPage, wantsPage } from '../../http/pages/reject-by-page.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { jsonResponse } from '../../http/response/responses.ts';
import { storeOptOut as keepOptedOut } from '../../links/invitation/emailed.ts';
import { readOptOut } from '../../links/invitation/keys.ts';
import { linkTokenIn } from '../../links/magic-link/token-text.ts';
import { count } from '../../observability/metrics/count.ts';
import { inRetriedTransaction } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { problem } from '../../platform/errors/problem.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { queryParameter } from '../../platform/session/address.ts';
import { inSameLanguage } from '../../realm/language/same-language.ts';

/** The token is in the URL for mail programs, too, which post `List-Unsubscribe=One-Click` there; the body isn't read. */
export function optOut({ session, method, path }: Opening): Response | null {
  if (path !== 'opt-out') return null;
  const token = linkTokenIn(queryParameter(session, 'token') ?? '');
  const key = readOptOut(session, token);
  if (key === null) return rejectByPage(session, problem('link_invalid'), OWN_RESOURCES.invitation);
  if (method !== 'POST') {
    const form = `${baseUrl(session)}/invitation/opt-out?token=${encodeURIComponent(token)}`;
    return page(session, 'linkgate-opt-out.ftl', 200, { action: inSameLanguage(session, form) });
  }
  inRetriedTransaction(session, (own) => keepOptedOut(own, key, currentTime()));
  count(session, 'invitation', 'opted_out');
  return wantsPage(session)
    ? page(session, 'linkgate-opt-out.ftl', 200, {})
    : jsonResponse(200, { message: 'No more invitations will be sent to this address' }).build();
}
