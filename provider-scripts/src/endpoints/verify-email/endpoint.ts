/** `GET /verify-email`: uses a link and continues the sign-in it was requested for (contract, section 4.9). */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { hasAddress, shownAddress } from '../../address/of-account.ts';
import { keptSeconds } from '../../client/landing.ts';
import { problem } from '../../errors/problem.ts';
import { baseUrl } from '../../keycloak/base-url.ts';
import { speakFor } from '../../language/selector.ts';
import { isFromElsewhere } from '../../magic-link/network.ts';
import { redeemLink } from '../../magic-link/redeem.ts';
import { linkRejection } from '../../magic-link/rejection.ts';
import { settingsOfLink } from '../../magic-link/settings.ts';
import { linkTokenIn } from '../../magic-link/token-text.ts';
import { refuseByPage, wantsPage } from '../../pages/refuse-by-page.ts';
import { hasBraces } from '../../request/braces.ts';
import { pathBehind } from '../../request/own-path.ts';
import { OWN_RESOURCES } from '../../response/formats.ts';
import { methodNotAllowed, noContent, seeOther } from '../../response/responses.ts';
import type { Settings } from '../../settings/parse.ts';
import { keepProof } from '../../tabs/kept-proof.ts';
import { isAskingBrowser, liveSession } from '../../tabs/link-session.ts';
import { proceed } from '../../tabs/resume-sign-in.ts';
import { runFlow } from '../../tabs/run-flow.ts';
import { AGAIN_FIELD, sendAgain } from './again.ts';
import { asksFirst } from './asks-first.ts';
import { askFirst, isConfirmed } from './confirm.ts';
import { destinationOf } from './destination.ts';
import { type FoundLink, findByToken } from './find.ts';
import { formField } from './form-field.ts';
import { answerHandedOver, offerHandOff } from './hand-off.ts';
import { EMBEDDED, isEmbedded, isPrefetch } from './prefetch.ts';
import { rejectLink } from './refuse.ts';

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
    if (token === null || link === null) return rejectLink(session, 'invalid');
    const { row, client } = link;
    session.getContext().setClient(client);
    speakFor(session, row.request.notes);
    // Whoever a link was returned to isn't the one a new link would go to.
    const retry = row.request.givenBack === undefined ? token : null;
    if (again) return retry === null ? rejectLink(session, 'invalid', { link }) : sendAgain(session, link);
    const handedOver = answerHandedOver(session, link, token);
    if (handedOver !== null) return handedOver;
    const refusal = linkRejection(row, Time.currentTime());
    if (refusal !== null) return rejectLink(session, refusal, { link, token: retry });
    const settings = settingsOfLink(session, client, row.request);
    if (!settings.hasStep) return rejectLink(session, 'invalid', { link });
    if (isFromElsewhere(session, row, settings))
      return rejectLink(session, 'elsewhere', { link, token: retry });
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

/** The token that a parameter holds. */
function tokenIn(parameter: string | null): string | null {
  return parameter === null ? null : linkTokenIn(parameter);
}

/** `retry`: the token, if a refusal may offer a new link for it. */
function signIn(
  session: KeycloakSession,
  link: FoundLink,
  settings: Settings,
  retry: string | null,
): Response {
  const { row, client } = link;
  const address = destinationOf(session, row, client);
  if (address === '') return rejectLink(session, 'invalid', { link });
  const redeemed = redeemLink(session, row, 'link', settings, Time.currentTime());
  if ('refusal' in redeemed) {
    const { refusal } = redeemed;
    const token = refusal === 'referral' || refusal === 'changed' || refusal === 'invalid' ? null : retry;
    return rejectLink(session, refusal, { link, token });
  }
  const tab = proceed(session, { row, client, ...redeemed, by: 'link' });
  if (tab === null) return rejectLink(session, 'invalid', { link });
  if (address !== null) {
    keepProof(tab, keptSeconds(client));
    return seeOther(address);
  }
  return JavaResponse.fromResponse(runFlow(session, tab)).header('Cache-Control', 'no-store').build();
}
