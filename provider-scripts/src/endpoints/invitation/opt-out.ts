/** `/invitation/opt-out`: opts an address out of this realm's invitations (RFC 8058). Merely opening the page changes nothing. */
import type { Response } from 'keycloak';
import { inRetriedTransaction } from '../../database/sql.ts';
import { problem } from '../../errors/problem.ts';
import { storeOptOut as keepOptedOut } from '../../invitation/emailed.ts';
import { readOptOut } from '../../invitation/keys.ts';
import { baseUrl } from '../../keycloak/base-url.ts';
import { requireRealm } from '../../keycloak/realm.ts';
import { inSameLanguage } from '../../language/same-language.ts';
import { linkTokenIn } from '../../magic-link/token-text.ts';
import { count } from '../../metrics/count.ts';
import type { Opening } from '../../pages/opening-steps.ts';
import { page } from '../../pages/page.ts';
import { rejectByPage, wantsPage } from '../../pages/reject-by-page.ts';
import { OWN_RESOURCES } from '../../response/formats.ts';
import { jsonResponse } from '../../response/responses.ts';
import { queryParameter } from '../../session/address.ts';

const Time = Java.type('org.keycloak.common.util.Time');

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
  const realmId = requireRealm(session).getId();
  inRetriedTransaction(session, (own) => keepOptedOut(own, realmId, key, Time.currentTime()));
  count(session, 'invitation', 'opted_out');
  return wantsPage(session)
    ? page(session, 'linkgate-opt-out.ftl', 200, {})
    : jsonResponse(200, { message: 'No more invitations will be sent to this address' }).build();
}
