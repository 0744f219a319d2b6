/**
 * `GET /sign-in-state`: returns the link's state to a tab that shows the "check your email" page (contract, section 4.13). The cookie alone
 * authorises; no flow, no session, one statement. There is no CORS: it is for pages of the same site.
 */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { pathBelow } from '../../http/request/own-path.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { jsonResponse, methodNotAllowed, noContent, problemResponse } from '../../http/response/responses.ts';
import { findAwaitedLink } from '../../links/magic-link/rows.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { queryParameter } from '../../platform/session/address.ts';
import { countCall, countPoll, isEndRecorded, recordEndedLink } from '../../realm/limits/count.ts';
import { wasOpened } from '../../sign-in/cross-device/opened.ts';
import { pollResponse } from '../../sign-in/prompt/awaited-link.ts';
import { type WaitingBrowser, waitingBrowser } from '../../sign-in/tabs/waiting-cookie.ts';
import { awaitedLinkOf } from '../../sign-in/tabs/waiting-tabs.ts';

const FORMAT = OWN_RESOURCES['sign-in-state'];
const METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;

/** The endpoint's functions as the host calls them; they count requests themselves. */
export const SIGN_IN_STATE = {
  /** Whether a request in a stock realm comes from a browser that waits for a link; any other finds Keycloak's own 404. */
  serves(session: KeycloakSession): boolean {
    const isHere = pathBelow(session, 'sign-in-state') === '';
    return isHere && requireRealm(session).isEnabled() && readPoll(session) !== null;
  },

  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    const isHere = pathBelow(session, 'sign-in-state') === '';
    if (isHere && method === 'OPTIONS') return noContent(session).header('Allow', METHODS.join(', ')).build();
    const poll = isHere && (method === 'GET' || method === 'HEAD') ? readPoll(session) : null;
    if (poll !== null) return respond(session, poll);
    // Anything but the poll of a waiting tab counts as an ordinary request.
    const excess = countCall(session, 'general');
    if (excess !== null) return rejected(excess);
    const isKnown = (METHODS as readonly string[]).includes(method);
    return isHere && !isKnown ? methodNotAllowed(FORMAT, METHODS) : rejected(problem('not_found'));
  },
};

/** The browser and tab that poll, and their link. */
interface Poll {
  browser: WaitingBrowser;
  jti: string;
}

function readPoll(session: KeycloakSession): Poll | null {
  const browser = waitingBrowser(session, currentTime());
  if (browser === null) return null;
  const tabId = queryParameter(session, 'tab_id');
  const jti = awaitedLinkOf(browser.tabs, tabId);
  return jti === null ? null : { browser, jti };
}

function respond(session: KeycloakSession, { browser, jti }: Poll): Response {
  const excess = countPoll(session, browser.id);
  if (excess !== null) return rejected(excess);
  // A tab has no reason to poll again for a link that has ended: further polls count as ordinary requests, before any lookup.
  const wasEnded = isEndRecorded(session, jti);
  const early = wasEnded ? countCall(session, 'general') : null;
  if (early !== null) return rejected(early);
  const link = findAwaitedLink(session, jti);
  const body = pollResponse(link, currentTime(), () => wasOpened(session, jti));
  if (wasEnded || body.interval !== undefined) return jsonResponse(200, body).build();
  recordEndedLink(session, jti);
  const late = countCall(session, 'general');
  return late === null ? jsonResponse(200, body).build() : rejected(late);
}

function rejected(wrong: Problem): Response {
  return problemResponse(FORMAT, wrong).build();
}
