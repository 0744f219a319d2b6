/**
 * The steps of opening a link that a step sent in a stock realm, or after an identity provider. They run no flow and use
 * nothing: the page names the user and asks for a click, which leads to the step's own action in the waiting tab, or in a new tab of the same
 * request. So Keycloak keeps all state of the flow, and neither a scanner nor another site can use a link.
 */
import type { KeycloakSession, Response, UserModel } from 'keycloak';
import { shownName } from '../../accounts/address/account-address.ts';
import { notBefore } from '../../accounts/not-before.ts';
import { linkSentResponse } from '../../email/link-sent.ts';
import { confirmKey, isConfirmed } from '../../http/pages/confirm-key.ts';
import type { Opening } from '../../http/pages/opening-steps.ts';
import { page } from '../../http/pages/page.ts';
import { rejectByPage, wantsPage } from '../../http/pages/reject-by-page.ts';
import { applyStockLanguage } from '../../http/pages/stock-language.ts';
import { formField } from '../../http/request/form-field.ts';
import type { Found } from '../../http/request/steps.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { problemHeaders, problemResponse } from '../../http/response/responses.ts';
import { findByToken } from '../../links/magic-link/by-token.ts';
import { isFromElsewhere } from '../../links/magic-link/network.ts';
import { purposeOf } from '../../links/magic-link/purpose.ts';
import { isLinkOff, rowRejection } from '../../links/magic-link/rejection.ts';
import { reportRejection } from '../../links/magic-link/report-rejection.ts';
import { newLinkId, sendLink } from '../../links/magic-link/send.ts';
import { linkTokenIn } from '../../links/magic-link/token-text.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { JsonValue } from '../../platform/engine/json-value.ts';
import type { LinkRejection } from '../../platform/errors/catalogue/link-rejections.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { queryParameter } from '../../platform/session/address.ts';
import { clientName } from '../../realm/branding/client-branding.ts';
import { findStep, type OwnStep } from '../../realm/flow/own-step.ts';
import type { StepSettings } from '../../realm/flow/parse.ts';
import { applyLinkLocale, REQUESTED_LOCALES_NOTE } from '../../realm/language/selector.ts';
import { continueLink, otherUserThan } from '../../sign-in/step/continue-link.ts';
import { stepToSendAgain } from '../../sign-in/step/send-again.ts';
import { canOpenTab, isHeldBy, requestingTab, type StepLink } from '../../sign-in/step/tab.ts';
import { needsOtherProof } from '../../sign-in/step/unverified.ts';
import { liveSession } from '../../sign-in/tabs/link-session.ts';
import { formActionOf } from './form-action.ts';
import { AGAIN_FIELD } from './send-new-link.ts';

const FORMAT = OWN_RESOURCES['verify-email'];

/** The token is in the query of forms, too: Keycloak reads them only once it knows the endpoint. */
function tokenIn(session: KeycloakSession): string | null {
  const given = queryParameter(session, 'token');
  return given === null ? null : linkTokenIn(given);
}

/** The link of the request's token, if a step sent it, in any state; the client is null if it can no longer be used. */
export function stepLinkOf(
  session: KeycloakSession,
): (Omit<StepLink, 'client'> & { client: StepLink['client'] | null }) | null {
  const token = tokenIn(session);
  const found = token === null ? null : findByToken(session, token);
  const step = found?.row.request.ofStep;
  return found === null || step === undefined ? null : { ...found, step };
}

interface WithStepLink {
  token: string;
  link: StepLink;
}

/** Where the link continues. */
interface WithPlace {
  /** The requesting tab; null for a new one. */
  tab: ReturnType<typeof requestingTab>;
  /** Whether it can continue in this browser. */
  here: boolean;
  /** The user who is signed in in this browser, if not the link's. */
  otherUser: UserModel | null;
  settings: StepSettings;
}

export function findStepLink({ session }: Opening): Found<WithStepLink> {
  const found = stepLinkOf(session);
  if (found === null || found.client === null) return { response: rejectLink(session, null, 'invalid') };
  const { row, step, client } = found;
  session.getContext().setClient(client);
  applyLinkLocale(session, row);
  applyStockLanguage(session, row.request.notes[REQUESTED_LOCALES_NOTE]);
  return { found: { token: tokenIn(session) ?? '', link: { row, step, client } } };
}

export function rejectOver({ session, link, token }: Opening & WithStepLink): Response | null {
  const rejection = rowRejection(link.row, currentTime(), notBefore(session, link.client));
  return rejection === null ? null : rejectLink(session, link, rejection, rejection, token);
}

/** Sends a new link for a backend's that is used up, if that was requested: to the account's address, from now on under the limits of its user. */
export function sendAnother({ session, method, link }: Opening & WithStepLink): Response | null {
  if (method !== 'POST' || formField(session, AGAIN_FIELD) === null) return null;
  const step = stepOfAnother(session, link);
  if (step === null) return rejectLink(session, link, 'invalid');
  const rejection = rowRejection(link.row, currentTime(), notBefore(session, link.client));
  if (rejection === null || !ENDED.includes(rejection)) return rejectLink(session, link, 'invalid');
  const { client, row } = link;
  const { requestKey: _, ...request } = row.request;
  const unsent = sendLink(session, {
    client,
    email: row.email,
    request,
    settings: { ...step.settings, bindIp: false },
    jti: newLinkId(),
    takesCode: false,
    crossDeviceKey: null,
    cause: { by: 'holder' },
  });
  return unsent === null
    ? linkSentResponse(session, step.settings, { email: row.email, message: 'A new link is on its way' })
    : rejectByPage(session, unsent, FORMAT);
}

/** How links end after which their user may want another. */
const ENDED: readonly string[] = ['used', 'superseded', 'expired'];

/** The step of a link that its user may have sent anew: a backend's. Null for any other. */
function stepOfAnother(session: KeycloakSession, link: StepLink): OwnStep | null {
  return link.row.request.byBackend === true ? stepToSendAgain(session, link) : null;
}

function userOf(session: KeycloakSession, { userId }: StepLink['row']): UserModel | null {
  return userId === null ? null : session.users().getUserById(requireRealm(session), userId);
}

/** Finds the requesting tab, or whether there can be a new one in this browser; rejects a link whose step is gone. */
export function findPlace({ session, link }: Opening & WithStepLink): Found<WithPlace> {
  const { row } = link;
  const step = findStep(session, row.request.step ?? '');
  if (step === null || isLinkOff(row, step.settings))
    return { response: rejectLink(session, link, 'invalid', 'gone') };
  if (isFromElsewhere(session, row, step.settings))
    return { response: rejectLink(session, link, 'elsewhere') };
  const { settings } = step;
  const tab = requestingTab(session, link);
  const isOfBackend = row.request.byBackend === true;
  if (isOfBackend && !canOpenTab(session, link, step.flowId))
    return { response: rejectLink(session, link, 'invalid', 'gone') };
  if (isOfBackend && hasToReturn(session, link, settings))
    return { response: rejectLink(session, link, 'invalid') };
  if (
    !isOfBackend &&
    tab === null &&
    (!canOpenTab(session, link, step.flowId) || hasToReturn(session, link, settings))
  )
    return { found: { tab, here: false, otherUser: null, settings } };
  if (tab !== null) {
    // The sign-in has already continued there, by this link or another way.
    if (tab.getAction() !== 'AUTHENTICATE') return { response: stepPage(session, 'other-tab', 200) };
    const user = tab.getAuthenticatedUser();
    if (user !== null && user.getId() !== row.userId)
      return { response: rejectLink(session, link, 'invalid') };
  }
  const live = liveSession(session);
  const otherUser = otherUserThan(session, row.userId);
  if (tab !== null && live !== null && otherUser !== null && isHeldBy(session, live, tab, link, step.flowId))
    return { response: stepPage(session, 'other-user', 403, { liveEmail: shownName(otherUser) }) };
  return { found: { tab, here: true, otherUser, settings } };
}

/** Rejects a link that can't continue in this browser, once that has offered to approve it. */
export function requireHere({ session, here }: Opening & WithPlace): Response | null {
  return here ? null : stepPage(session, 'open-there', 403);
}

/** Whether only the requesting tab can use the link: the user is proven there, and this account's links need that. */
function hasToReturn(session: KeycloakSession, { row }: StepLink, settings: StepSettings): boolean {
  const user = row.request.returnGrant === undefined ? userOf(session, row) : null;
  return user !== null && needsOtherProof(session, settings, user);
}

/** Asks for the click; only the form of this page continues. */
export function confirmFirst({
  session,
  method,
  token,
  link,
  otherUser,
}: Opening & WithStepLink & WithPlace): Response | null {
  if (method === 'POST' && isConfirmed(session, otherUser)) return null;
  return page(session, 'linkgate-confirm.ftl', 200, {
    confirmAction: formActionOf(session, link.row, token),
    confirmKey: confirmKey(session, otherUser),
    email: nameIn(session, link.row),
    liveEmail: otherUser === null ? null : shownName(otherUser),
    clientName: clientName(session, link.client),
    ...purposeOf(session, link.step),
  });
}

/** Whose link it is, as its page says it. */
function nameIn(session: KeycloakSession, row: StepLink['row']): string {
  return row.email || (userOf(session, row)?.getUsername() ?? '');
}

/** The last step. */
export function continueInTab({
  session,
  link,
  tab,
  otherUser,
}: Opening & WithStepLink & WithPlace): Response {
  return continueLink(session, link, tab, otherUser);
}

/** The page, or JSON, for a link that can't be used; it stays as it is. */
function rejectLink(
  session: KeycloakSession,
  link: StepLink | null,
  rejection: LinkRejection,
  reason: LinkRejection | 'gone' = rejection,
  token: string | null = null,
): Response {
  const wrong = reportRejection(session, link?.row ?? null, rejection);
  if (!wantsPage(session)) return problemResponse(FORMAT, wrong).build();
  const offersAnother =
    link !== null && token !== null && ENDED.includes(rejection) && stepOfAnother(session, link) !== null;
  const retry = offersAnother
    ? { retryAction: formActionOf(session, link.row, token), retryToken: token }
    : {};
  const hadCode = link !== null && link.row.request.code !== undefined;
  return stepPage(session, reason, wrong.status, { ...retry, hadCode }, problemHeaders(wrong));
}

/** The page for a link that can't be used, or can't continue in this browser. */
function stepPage(
  session: KeycloakSession,
  reason: LinkRejection | 'gone' | 'open-there' | 'other-tab' | 'other-user',
  status: number,
  attributes: Record<string, JsonValue> = {},
  headers: Record<string, string> = {},
): Response {
  return page(session, 'linkgate-rejected.ftl', status, { reason, ofStep: true, ...attributes }, headers);
}
