/** `GET /verify-email`: uses a link and continues the sign-in it was requested for (contract, section 4.9). */
import type { ClientModel, InputStream, KeycloakSession, Response } from 'keycloak';
import { hasAddress, shownAddress } from '../../address/of-account.ts';
import { keepProof } from '../../browser/kept-proof.ts';
import { isAskingBrowser, liveSession } from '../../browser/link-session.ts';
import { proceed } from '../../browser/resume-sign-in.ts';
import { runFlow } from '../../browser/run-flow.ts';
import { initiateLoginOf } from '../../client/client.ts';
import { initiateLoginUrl } from '../../client/initiate-login.ts';
import { keptSeconds, landingUrl } from '../../client/landing.ts';
import { methodNotAllowed, noContent, seeOther } from '../../errors/answers.ts';
import { OWN_RESOURCES } from '../../errors/formats.ts';
import { problem } from '../../errors/problem.ts';
import { baseUrl } from '../../keycloak/base-url.ts';
import { speakFor } from '../../language/selector.ts';
import type { LinkRow } from '../../magic-link/link.ts';
import { isFromElsewhere } from '../../magic-link/network.ts';
import { redeemLink } from '../../magic-link/redeem.ts';
import { refusalOf } from '../../magic-link/refusal.ts';
import { settingsOfLink } from '../../magic-link/settings.ts';
import { refuseByPage, wantsPage } from '../../pages/refuse-by-page.ts';
import { hasBraces } from '../../request/braces.ts';
import { pathBehind } from '../../request/own-path.ts';
import type { Settings } from '../../settings/parse.ts';
import { AGAIN_FIELD, sendAgain } from './again.ts';
import { asksFirst } from './asks-first.ts';
import { askFirst, isConfirmed } from './confirm.ts';
import { type FoundLink, findByToken } from './find.ts';
import { formField } from './form-field.ts';
import { answerHandedOver, offerHandOff } from './hand-off.ts';
import { EMBEDDED, isEmbedded, isPrefetch } from './prefetch.ts';
import { refuse } from './refuse.ts';

const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const Time = Java.type('org.keycloak.common.util.Time');

const FORMAT = OWN_RESOURCES['verify-email'];
const METHODS = ['GET', 'HEAD', 'POST'] as const;

/** The endpoint's functions as the host calls them; `POST` is for the forms of its own pages. */
export const VERIFY_EMAIL = {
  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    if (pathBehind(session, 'verify-email') !== '')
      return refuseByPage(session, problem('not_found'), FORMAT);
    if (!(METHODS as readonly string[]).includes(method)) return methodNotAllowed(FORMAT, METHODS);
    if (method === 'HEAD' || isPrefetch(session)) return noContent(session).build();
    if (isEmbedded(session)) return refuseByPage(session, EMBEDDED, FORMAT);
    if (hasBraces(session) && wantsPage(session)) return seeOther(`${baseUrl(session)}/verify-email`);
    const token = tokenIn(parameter(session, method, 'token'));
    const again = method === 'POST' && parameter(session, method, AGAIN_FIELD) !== null;
    const link = token === null ? null : findByToken(session, token);
    if (token === null || link === null) return refuse(session, 'invalid');
    const { row, client } = link;
    session.getContext().setClient(client);
    speakFor(session, row.request.notes);
    // Whoever a link was returned to isn't the one a new link would go to.
    const retry = row.request.givenBack === undefined ? token : null;
    const { jti } = row;
    if (again) return retry === null ? refuse(session, 'invalid', { jti }) : sendAgain(session, link);
    const handedOver = answerHandedOver(session, link, token);
    if (handedOver !== null) return handedOver;
    const refusal = refusalOf(row, Time.currentTime());
    if (refusal !== null) return refuse(session, refusal, { jti, token: retry });
    const settings = settingsOfLink(session, client, row.request);
    if (!settings.hasStep) return refuse(session, 'invalid', { jti });
    if (isFromElsewhere(session, row, settings)) return refuse(session, 'elsewhere', { jti, token: retry });
    const live = liveSession(session)?.getUser() ?? null;
    const stranger = live !== null && !hasAddress(live, row.email);
    const offered = offerHandOff(session, link, token, settings, stranger ? live : null);
    if (offered !== null) return offered;
    const asks = stranger || asksFirst(settings.confirm, () => isAskingBrowser(session, row.request));
    if (asks && !(method === 'POST' && isConfirmed(session)))
      return askFirst(
        session,
        token,
        row.email,
        stranger ? (shownAddress(live) ?? live.getUsername()) : null,
      );
    return signIn(session, link, settings, retry);
  },
};

function parameter(session: KeycloakSession, method: string, name: string): string | null {
  return method === 'POST'
    ? formField(session, name)
    : session.getContext().getUri().getQueryParameters().getFirst(name);
}

/** Mail programs that don't recognise quoted-printable text leave a `=` as `=3D` (RFC 2045, section 6.7). No token begins like that. */
function tokenIn(parameter: string | null): string | null {
  return parameter === null ? null : parameter.replace(/^3D/, '');
}

/** Where a link leads that isn't the end of a request of the client's; null for any other, empty where the client has no such place any more. */
function leadsTo(session: KeycloakSession, { request, email }: LinkRow, client: ClientModel): string | null {
  if (request.lands) return landingUrl(session, client, baseUrl(session), email) ?? '';
  if (!request.initiates) return null;
  const begins = initiateLoginOf(client);
  return begins === null ? '' : initiateLoginUrl(begins, baseUrl(session), email);
}

/** `retry`: the token, if a refusal may offer a new link for it. */
function signIn(
  session: KeycloakSession,
  { row, client }: FoundLink,
  settings: Settings,
  retry: string | null,
): Response {
  const { jti } = row;
  const address = leadsTo(session, row, client);
  if (address === '') return refuse(session, 'invalid', { jti });
  const redeemed = redeemLink(session, row, 'link', settings, Time.currentTime());
  if ('refusal' in redeemed) {
    const { refusal } = redeemed;
    const token = refusal === 'referral' || refusal === 'changed' || refusal === 'invalid' ? null : retry;
    return refuse(session, refusal, { jti, token });
  }
  const tab = proceed(session, { row, client, ...redeemed, by: 'link' });
  if (tab === null) return refuse(session, 'invalid', { jti });
  if (address !== null) {
    keepProof(tab, keptSeconds(client));
    return seeOther(address);
  }
  return JavaResponse.fromResponse(runFlow(session, tab)).header('Cache-Control', 'no-store').build();
}
