/**
 * `/invitation`: what an invitation opens (contract, section 4.16). Its page always has a button, so that nothing that opens links ahead
 * accepts one; it signs in only when it makes the account, and gives the client nothing that it didn't ask for.
 */
import type { ClientModel, InputStream, KeycloakSession, Response } from 'keycloak';
import { shownAddress } from '../../address/of-account.ts';
import { checkUsable } from '../../client/client.ts';
import { keptSeconds, landingUrl } from '../../client/landing.ts';
import { DEFAULT_SCOPE, withOpenid } from '../../client/scope.ts';
import { inOwnTransaction } from '../../database/sql.ts';
import { problem } from '../../errors/problem.ts';
import { acceptInvitation } from '../../invitation/accept.ts';
import { type InvitationRow, isGood, stateAt } from '../../invitation/invitation.ts';
import { tokenKey } from '../../invitation/keys.ts';
import { findByToken, markOpened, reopen } from '../../invitation/rows.ts';
import { invitationTokenIn } from '../../invitation/token-text.ts';
import { baseUrl } from '../../keycloak/base-url.ts';
import { takesInvitations } from '../../keycloak/enabled.ts';
import { requireRealm } from '../../keycloak/realm.ts';
import { minutesOf } from '../../language/minutes.ts';
import { REQUESTED_NOTE, speakFor } from '../../language/selector.ts';
import type { LinkRequest } from '../../magic-link/link.ts';
import { newLinkId, sendLink } from '../../magic-link/send.ts';
import { count } from '../../metrics/count.ts';
import { page } from '../../pages/page.ts';
import { refuseByPage, wantsPage } from '../../pages/refuse-by-page.ts';
import { hasBraces } from '../../request/braces.ts';
import { pathBehind } from '../../request/own-path.ts';
import { OWN_RESOURCES } from '../../response/formats.ts';
import { jsonResponse, methodNotAllowed, noContent, seeOther } from '../../response/responses.ts';
import type { Settings } from '../../settings/parse.ts';
import { readSettings } from '../../settings/read.ts';
import { keepProof } from '../../tabs/kept-proof.ts';
import { liveSession } from '../../tabs/link-session.ts';
import { proceed } from '../../tabs/resume-sign-in.ts';
import { isConfirmed } from '../verify-email/confirm.ts';
import { formField } from '../verify-email/form-field.ts';
import { EMBEDDED, isEmbedded, isPrefetch } from '../verify-email/prefetch.ts';
import { askToAccept } from './ask.ts';
import { answerOptOut } from './opt-out.ts';
import { rejectInvitation } from './refuse.ts';

const Time = Java.type('org.keycloak.common.util.Time');

const FORMAT = OWN_RESOURCES.invitation;
const METHODS = ['GET', 'HEAD', 'POST'] as const;

/** The endpoint's functions as the host calls them; `POST` is for the forms of its own pages, and for mail programs that opt out. */
export const INVITATION = {
  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    const path = pathBehind(session, 'invitation');
    if (path !== '' && path !== 'opt-out') return refuseByPage(session, problem('not_found'), FORMAT);
    if (!(METHODS as readonly string[]).includes(method)) return methodNotAllowed(FORMAT, METHODS);
    if (method === 'HEAD' || isPrefetch(session)) return noContent(session).build();
    if (isEmbedded(session)) return refuseByPage(session, EMBEDDED, FORMAT);
    if (hasBraces(session) && wantsPage(session)) return seeOther(`${baseUrl(session)}/invitation`);
    return path === 'opt-out' ? answerOptOut(session, method) : answerInvitation(session, method);
  },
};

/** An invitation that somebody has, its client, and where that takes them. */
interface Found {
  key: string;
  row: InvitationRow;
  client: ClientModel;
  landing: string;
}

function answerInvitation(session: KeycloakSession, method: string): Response {
  const given =
    method === 'POST'
      ? formField(session, 'token')
      : session.getContext().getUri().getQueryParameters().getFirst('token');
  const token = given === null ? null : invitationTokenIn(given);
  const found = token === null ? null : find(session, token);
  if (token === null || found === null) return rejectInvitation(session, 'invalid');
  const { row, client } = found;
  session.getContext().setClient(client);
  speakFor(session, notesOf(row));
  const now = Time.currentTime();
  const state = stateAt(row, now);
  if (!isGood(row, now)) return rejectInvitation(session, state === 'accepted' ? 'used' : refusalOf(state));
  if (method === 'POST' && isConfirmed(session)) return accept(session, found);
  if (state !== 'opened') inOwnTransaction(session, (own) => markOpened(own, row.id, now));
  const live = liveSession(session)?.getUser() ?? null;
  return askToAccept(session, token, row, client, live === null ? null : shownAddress(live));
}

/** What a page says of an invitation that is no good; of one that was never sent there is no link. */
function refusalOf(state: ReturnType<typeof stateAt>): 'expired' | 'withdrawn' | 'invalid' {
  return state === 'expired' || state === 'withdrawn' ? state : 'invalid';
}

function find(session: KeycloakSession, token: string): Found | null {
  const realm = requireRealm(session);
  const key = takesInvitations(realm) ? tokenKey(token) : null;
  const row = key === null ? null : findByToken(session, realm.getId(), key);
  const client = row === null ? null : realm.getClientById(row.clientUuid);
  if (key === null || row === null || client === null || checkUsable(client) !== null) return null;
  if (!readSettings(session, client).hasStep) return null;
  const landing = landingUrl(session, client, baseUrl(session), row.email);
  return landing === null ? null : { key, row, client, landing };
}

/** The language that the person was invited in. */
function notesOf({ language }: InvitationRow): Record<string, string> {
  return language === null ? {} : { [REQUESTED_NOTE]: language };
}

function accept(session: KeycloakSession, found: Found): Response {
  const { key, row, client, landing } = found;
  const settings = readSettings(session, client);
  const accepted = acceptInvitation(session, key, settings, Time.currentTime());
  if (accepted === null) return rejectInvitation(session, 'used');
  if ('known' in accepted) return sendOrdinaryLink(session, found, settings);
  const proof = {
    row: {
      jti: row.id,
      clientUuid: row.clientUuid,
      email: row.email,
      userId: accepted.madeId,
      state: 'used' as const,
      issuedAt: row.createdAt,
      expiresAt: Time.currentTime(),
      request: requestOf(row, landing),
      handOff: null,
    },
    client,
    userId: accepted.madeId,
    tookOver: false,
    by: 'link' as const,
  };
  const tab = proceed(session, proof);
  if (tab === null) return rejectInvitation(session, 'invalid');
  keepProof(tab, keptSeconds(client));
  return seeOther(landing);
}

/** What a link says that leads to the client's own page: no request of the client's, which begins one there. */
function requestOf(row: InvitationRow, landing: string): LinkRequest {
  return {
    redirectUri: landing,
    notes: { response_type: 'code', scope: withOpenid(DEFAULT_SCOPE), ...notesOf(row) },
    lands: true,
  };
}

/** Who has an account proves the mailbox as ever: by a link that is good for minutes, and asked for now. */
function sendOrdinaryLink(
  session: KeycloakSession,
  { row, client, landing }: Found,
  settings: Settings,
): Response {
  const { email } = row;
  const request = requestOf(row, landing);
  const unsent = sendLink(session, {
    client,
    email,
    request,
    settings,
    jti: newLinkId(),
    code: null,
    handOffKey: null,
  });
  if (unsent !== null) {
    inOwnTransaction(session, (own) => reopen(own, row));
    return refuseByPage(session, unsent, FORMAT);
  }
  count(session, 'invitation', 'accepted');
  if (!wantsPage(session)) return jsonResponse(200, { message: 'A link is on its way', email }).build();
  const lifetimeMinutes = minutesOf(settings.linkLifetimeSeconds);
  return page(session, 'linkgate-sent.ftl', 200, { sentTo: email, lifetimeMinutes });
}
