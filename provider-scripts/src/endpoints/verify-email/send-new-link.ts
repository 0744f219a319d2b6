/** Sends a new link for the request of one that can no longer be used: the same address, client and request. */
import type { AuthenticationSessionModel, KeycloakSession, Response } from 'keycloak';
import { checkRedirectUri } from '../../clients/client.ts';
import { linkSentResponse } from '../../email/link-sent.ts';
import { type Opening, openingParameter } from '../../http/pages/opening-steps.ts';
import { rejectByPage, wantsPage } from '../../http/pages/reject-by-page.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import type { LinkRequest } from '../../links/magic-link/link.ts';
import { newLinkId, sendLink } from '../../links/magic-link/send.ts';
import { settingsOfLink } from '../../links/magic-link/settings.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { hasLink, type Settings } from '../../realm/flow/parse.ts';
import { waitFor } from '../../sign-in/cross-device/waiting.ts';
import { rememberSent } from '../../sign-in/prompt/last-link.ts';
import { tabForNewLink } from '../../sign-in/tabs/link-session.ts';
import { requestOf } from '../../sign-in/tabs/request-of-tab.ts';
import { runFlow } from '../../sign-in/tabs/run-flow.ts';
import { destinationOf } from './destination.ts';
import type { FoundLink, WithLink } from './known.ts';
import { rejectLink } from './reject.ts';

/** The form field that requests a new link. */
export const AGAIN_FIELD = 'again';

/** Sends the email if that was requested. The sign-in waits for it in this browser, on the same page as for a link that was requested there. */
export function sendNewLink(known: Opening & WithLink): Response | null {
  const { session, method, link, retry } = known;
  if (method !== 'POST' || openingParameter(known, AGAIN_FIELD) === null) return null;
  if (retry === null) return rejectLink(session, 'invalid', { link });
  const { row, client } = link;
  const { email } = row;
  const { requestedBy: _, requester: __, ...request } = row.request;
  const settings = settingsOfLink(session, client, request);
  const jti = newLinkId();
  const tab = waitingTab(session, link, settings);
  const now = currentTime();
  const waiting =
    tab !== null && settings.crossDevice ? waitFor(session, tab, { email, jti, previous: null }, now) : null;
  const order = {
    client,
    email,
    request:
      tab === null
        ? request
        : { ...ofTab(request, tab), ...(waiting === null ? {} : { requester: waiting.requester }) },
    settings,
    jti,
    takesCode: tab !== null,
    crossDeviceKey: waiting === null ? null : waiting.crossDeviceKey,
    cause: { by: 'holder' as const },
  };
  const unsent = sendLink(session, order);
  if (unsent !== null) return rejectByPage(session, unsent, OWN_RESOURCES['verify-email']);
  if (tab === null)
    return linkSentResponse(session, settings, { email, message: 'A new link is on its way' });
  waiting?.store();
  rememberSent(tab, { sentTo: email, jti, isResend: true });
  return runFlow(session, tab);
}

/** The tab that waits here; null for a program, for a request that isn't its client's own or can't go on, and where emails have no link any longer. */
function waitingTab(
  session: KeycloakSession,
  { row, client }: FoundLink,
  settings: Settings,
): AuthenticationSessionModel | null {
  const { byBackend, ofStep, redirectUri } = row.request;
  const isOfClient =
    byBackend === undefined && ofStep === undefined && destinationOf(session, row, client) === null;
  if (!isOfClient || !wantsPage(session) || !settings.hasStep || !hasLink(settings)) return null;
  return checkRedirectUri(session, client, redirectUri) === null ? tabForNewLink(session, client, row) : null;
}

/** The request as that tab has it. */
function ofTab(request: LinkRequest, tab: AuthenticationSessionModel): LinkRequest {
  return { ...request, ...requestOf(tab) };
}
