/** Responds why a link can't be used: a themed page for a browser, JSON for any other caller. */
import type { KeycloakSession, Response } from 'keycloak';
import { page } from '../../http/pages/page.ts';
import { wantsPage } from '../../http/pages/reject-by-page.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { problemHeaders, problemResponse } from '../../http/response/responses.ts';
import { reportRejection } from '../../links/magic-link/report-rejection.ts';
import type { JsonValue } from '../../platform/engine/json-value.ts';
import type { LinkRejection } from '../../platform/errors/catalogue/link-rejections.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import type { FoundLink } from './known.ts';
import { redirectIfSignedIn } from './redirect-if-signed-in.ts';

/** The rejected link, if known, and its token if a new link can be requested with it. */
interface RejectedLink {
  link?: FoundLink;
  token?: string | null;
}

/**
 * The response for a link that is rejected; with its token, the page offers a new one for the same request. A browser that the link has
 * already signed in is redirected to its sign-in.
 */
export function rejectLink(
  session: KeycloakSession,
  rejection: LinkRejection | 'referral',
  { token = null, link }: RejectedLink = {},
): Response {
  const wrong = reportRejection(session, link?.row ?? null, rejection);
  if (!wantsPage(session)) {
    return problemResponse(OWN_RESOURCES['verify-email'], wrong).build();
  }
  const isSpent = link !== undefined && (rejection === 'used' || rejection === 'superseded');
  const onward = isSpent ? redirectIfSignedIn(session, link) : null;
  if (onward !== null && onward !== 'signed-in') return onward;
  if (onward === 'signed-in') return rejectedPage(session, wrong, { reason: onward });
  const retry = token === null ? {} : { retryAction: `${baseUrl(session)}/verify-email`, retryToken: token };
  // The response that used the link may still be in transit to this browser, with its new session.
  const reloadsOnce = isSpent && session.getContext().getHttpRequest().getHttpMethod() === 'GET';
  return rejectedPage(session, wrong, { reason: rejection, reloadsOnce, ...retry });
}

function rejectedPage(
  session: KeycloakSession,
  wrong: Problem,
  attributes: Record<string, JsonValue>,
): Response {
  return page(session, 'linkgate-rejected.ftl', wrong.status, attributes, problemHeaders(wrong));
}
