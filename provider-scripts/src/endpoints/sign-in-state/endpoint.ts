/**
 * `GET /sign-in-state`: returns the link's state to a tab that shows the "check your email" page (contract, section 4.13). The cookie alone
 * authorises; no flow, no session, one statement. There is no CORS: it is for pages of the same site.
 */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { type Problem, problem } from '../../errors/problem.ts';
import { requireRealm } from '../../keycloak/realm.ts';
import { findAwaitedLink } from '../../magic-link/rows.ts';
import { countCall, countPoll, isEndRecorded, recordEndedLink } from '../../rate-limit/count.ts';
import { pathBehind } from '../../request/own-path.ts';
import { OWN_RESOURCES } from '../../response/formats.ts';
import { jsonResponse, methodNotAllowed, noContent, problemResponse } from '../../response/responses.ts';
import { responseTo } from '../../sign-in/awaited-link.ts';
import { type WaitingBrowser, waitingBrowser } from '../../tabs/waiting-cookie.ts';
import { linkOf } from '../../tabs/waiting-tabs.ts';

const Time = Java.type('org.keycloak.common.util.Time');

const FORMAT = OWN_RESOURCES['sign-in-state'];
const METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;

/** The endpoint's functions as the host calls them; the filter leaves counting to them. */
export const SIGN_IN_STATE = {
  /** Whether a request in a realm that isn't a Linkgate realm comes from a browser that waits for a link; any other finds Keycloak's own 404. */
  serves(session: KeycloakSession): boolean {
    const isHere = pathBehind(session, 'sign-in-state') === '';
    return isHere && requireRealm(session).isEnabled() && readQuestion(session) !== null;
  },

  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    const isHere = pathBehind(session, 'sign-in-state') === '';
    if (isHere && method === 'OPTIONS') return noContent(session).header('Allow', METHODS.join(', ')).build();
    const asked = isHere && (method === 'GET' || method === 'HEAD') ? readQuestion(session) : null;
    if (asked !== null) return answer(session, asked);
    // Anything but the poll of a waiting tab counts as an ordinary request.
    const excess = countCall(session, 'general');
    if (excess !== null) return rejected(excess);
    const isKnown = (METHODS as readonly string[]).includes(method);
    return isHere && !isKnown ? methodNotAllowed(FORMAT, METHODS) : rejected(problem('not_found'));
  },
};

/** The browser and tab that poll, and their link. */
interface Asked {
  browser: WaitingBrowser;
  jti: string;
}

function readQuestion(session: KeycloakSession): Asked | null {
  const browser = waitingBrowser(session, Time.currentTime());
  if (browser === null) return null;
  const tabId = session.getContext().getUri().getQueryParameters().getFirst('tab_id');
  const jti = linkOf(browser.tabs, tabId);
  return jti === null ? null : { browser, jti };
}

function answer(session: KeycloakSession, { browser, jti }: Asked): Response {
  const excess = countPoll(session, browser.id);
  if (excess !== null) return rejected(excess);
  // A tab has no reason to poll again for a link that has ended: further polls count as ordinary requests, before any lookup.
  const wasEnded = isEndRecorded(session, jti);
  const early = wasEnded ? countCall(session, 'general') : null;
  if (early !== null) return rejected(early);
  const link = findAwaitedLink(session, requireRealm(session).getId(), jti);
  const told = responseTo(link, Time.currentTime());
  if (wasEnded || told.interval !== undefined) return jsonResponse(200, told).build();
  recordEndedLink(session, jti);
  const late = countCall(session, 'general');
  return late === null ? jsonResponse(200, told).build() : rejected(late);
}

function rejected(wrong: Problem): Response {
  return problemResponse(FORMAT, wrong).build();
}
