/** Says why a link can't be used: a themed page for a browser, JSON for any other caller. */
import type { KeycloakSession, Response } from 'keycloak';
import type { JsonValue } from '../../engine/json-value.ts';
import type { LinkRejection } from '../../errors/catalogue/link-rejections.ts';
import { type Problem, problem } from '../../errors/problem.ts';
import { emit } from '../../events/emit.ts';
import { baseUrl } from '../../keycloak/base-url.ts';
import { noteRefusal } from '../../magic-link/rows.ts';
import { count } from '../../metrics/count.ts';
import { page } from '../../pages/page.ts';
import { wantsPage } from '../../pages/refuse-by-page.ts';
import { OWN_RESOURCES } from '../../response/formats.ts';
import { problemHeaders, problemResponse } from '../../response/responses.ts';
import type { FoundLink } from './known.ts';
import { leadOn } from './lead-on.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** What is known of a link that is refused, and its token where a new one may be had by it. */
interface RejectedLink {
  link?: FoundLink;
  token?: string | null;
}

/**
 * The response for a link that is refused; with its token, the page offers a new one for the same request. A browser that the link has
 * already led somewhere is led on.
 */
export function rejectLink(
  session: KeycloakSession,
  refusal: LinkRejection | 'referral',
  { token = null, link }: RejectedLink = {},
): Response {
  count(session, 'linkRefused', refusal);
  if (link !== undefined) noteRefusal(session, link.row.jti, refusal, Time.currentTime());
  const wrong = problem(refusal === 'referral' ? 'invalid_referral_code' : `link_${refusal}`);
  emit(session, refusal === 'referral' ? 'referral_refused' : 'link_refused', {
    error: wrong.code,
    reason: refusal,
  });
  if (!wantsPage(session)) {
    return problemResponse(OWN_RESOURCES['verify-email'], wrong).build();
  }
  const over = link !== undefined && (refusal === 'used' || refusal === 'superseded');
  const onward = over ? leadOn(session, link) : null;
  if (onward !== null && onward !== 'signed-in') return onward;
  if (onward === 'signed-in') return refusedPage(session, wrong, { reason: onward });
  const retry = token === null ? {} : { retryAction: `${baseUrl(session)}/verify-email`, retryToken: token };
  // What used the link may still be on its way to this browser, with the session that it brings.
  const looksAgain = over && session.getContext().getHttpRequest().getHttpMethod() === 'GET';
  return refusedPage(session, wrong, { reason: refusal, looksAgain, ...retry });
}

function refusedPage(
  session: KeycloakSession,
  wrong: Problem,
  attributes: Record<string, JsonValue>,
): Response {
  return page(session, 'linkgate-refused.ftl', wrong.status, attributes, problemHeaders(wrong));
}
