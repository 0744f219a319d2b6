/** Responds why a link can't be used: a themed page for a browser, JSON for any other caller. */
import type { KeycloakSession, Response } from 'keycloak';
import { hasAddress } from '../../accounts/address/account-address.ts';
import { page } from '../../http/pages/page.ts';
import { wantsPage } from '../../http/pages/reject-by-page.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { problemHeaders, problemResponse, seeOther } from '../../http/response/responses.ts';
import { reportRejection } from '../../links/magic-link/report-rejection.ts';
import { settingsOfLink } from '../../links/magic-link/settings.ts';
import type { JsonValue } from '../../platform/engine/json-value.ts';
import type { LinkRejection } from '../../platform/errors/catalogue/link-rejections.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { hasLink } from '../../realm/flow/parse.ts';
import { liveSession, tabProvenFor } from '../../sign-in/tabs/link-session.ts';
import { note } from '../../sign-in/tabs/notes.ts';
import { flowUrl } from '../../sign-in/tabs/run-flow.ts';
import { destinationOf } from './destination.ts';
import type { FoundLink } from './known.ts';

/** The rejected link, if known, and its token if a new link can be requested with it, where emails have one. */
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
  const offersAnother =
    token !== null && link !== undefined && hasLink(settingsOfLink(session, link.client, link.row.request));
  const retry = !offersAnother ? {} : { retryAction: `${baseUrl(session)}/verify-email`, retryToken: token };
  // The response that used the link may still be in transit to this browser, with its new session.
  const reloadsOnce = isSpent && session.getContext().getHttpRequest().getHttpMethod() === 'GET';
  return rejectedPage(session, wrong, { reason: rejection, ...hadCode(link), reloadsOnce, ...retry });
}

/** That the link had a code, by which it may have been used. */
function hadCode(link: FoundLink | undefined): Record<string, JsonValue> {
  return link?.row.request.code === undefined ? {} : { hadCode: true };
}

function rejectedPage(
  session: KeycloakSession,
  wrong: Problem,
  attributes: Record<string, JsonValue>,
): Response {
  return page(session, 'linkgate-rejected.ftl', wrong.status, attributes, problemHeaders(wrong));
}

/**
 * In the browser that an unusable link, or another one of the same user and client, has signed in, which needs no new link: a redirect to the
 * current step of the sign-in, `signed-in` if it is complete; null in any other browser.
 */
function redirectIfSignedIn(
  session: KeycloakSession,
  { row, client }: FoundLink,
): Response | 'signed-in' | null {
  const tab = tabProvenFor(session, client, row.email);
  if (tab !== null) {
    // A proof that is pending for the client's own request has no page.
    const destination = note(tab, 'pendingProof') === null ? null : destinationOf(session, row, client);
    return seeOther(destination || String(flowUrl(session, tab)));
  }
  const user = liveSession(session)?.getUser() ?? null;
  return user !== null && hasAddress(user, row.email) ? 'signed-in' : null;
}
