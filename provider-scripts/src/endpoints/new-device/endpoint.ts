/**
 * `/new-device`: the link *This wasn't me* in the email about a sign-in on a new device (contract, section 4.17). Opening it only asks, so that
 * link scanners end nothing; its button ends what came of that sign-in.
 */
import type { InputStream, KeycloakSession, Response, UserModel } from 'keycloak';
import { shownAddress } from '../../accounts/address/account-address.ts';
import { devicesOfNotice } from '../../accounts/device/rows.ts';
import { confirmKey, isConfirmed } from '../../http/pages/confirm-key.ts';
import { type Opening, openingSteps } from '../../http/pages/opening-steps.ts';
import { page } from '../../http/pages/page.ts';
import { wantsPage } from '../../http/pages/reject-by-page.ts';
import { pathBelow } from '../../http/request/own-path.ts';
import type { Found } from '../../http/request/steps.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { jsonResponse, problemHeaders, problemResponse } from '../../http/response/responses.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { problem } from '../../platform/errors/problem.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { queryParameter } from '../../platform/session/address.ts';
import { inSameLanguage } from '../../realm/language/same-language.ts';
import { passkeysPageUrl } from '../../realm/settings/account-page-policy.ts';
import { revokeNewDevice } from '../../sign-in/new-device/revoke.ts';
import type { NoticeClaims } from '../../sign-in/new-device/rows.ts';
import { readNotice } from '../../sign-in/new-device/token.ts';
import { passkeyOffer } from '../../sign-in/passkey/offer.ts';
import { inRealm } from '../../sign-in/passkey/question.ts';

const PAGE = 'linkgate-new-device.ftl';

/** The result of `findNotice`. */
interface WithNotice {
  token: string;
  claims: NoticeClaims;
  /** Null if the account no longer exists. */
  user: UserModel | null;
}

/** Finds what the link's notice is about. */
function findNotice(opening: Opening): Found<WithNotice> {
  const { session } = opening;
  // In the query of the form, too, beside the language.
  const { token, claims } = readNotice(session, queryParameter(session, 'token') ?? '', currentTime());
  if (typeof claims === 'string') return { response: reject(session, claims) };
  return { found: { token, claims, user: session.users().getUserById(requireRealm(session), claims.sub) } };
}

function reject(session: KeycloakSession, reason: 'expired' | 'invalid'): Response {
  const wrong = problem(`link_${reason}`);
  if (!wantsPage(session)) return problemResponse(OWN_RESOURCES['new-device'], wrong).build();
  return page(session, PAGE, wrong.status, { state: reason }, problemHeaders(wrong));
}

/** Asks before anything ends, unless the page's button was pressed. */
function requireConfirmation({
  session,
  method,
  token,
  claims,
  user,
}: Opening & WithNotice): Response | null {
  if (method === 'POST' && isConfirmed(session)) return null;
  const [device] = devicesOfNotice(session, claims.sub, claims.jti);
  return page(session, PAGE, 200, {
    state: 'pending',
    action: inSameLanguage(session, `${baseUrl(session)}/new-device?token=${encodeURIComponent(token)}`),
    confirmKey: confirmKey(session),
    email: user === null ? null : shownAddress(user),
    browser: device?.browser ?? null,
    system: device?.system ?? null,
  });
}

/** Ends it, and tells what was done. */
function revoke({ session, claims, user }: Opening & WithNotice): Response {
  const isEnded = user !== null && revokeNewDevice(session, claims, user);
  if (!wantsPage(session)) {
    const message = isEnded ? 'The device was signed out' : 'The device was already signed out';
    return jsonResponse(200, { message }).build();
  }
  return page(session, PAGE, 200, {
    state: isEnded ? 'ended' : 'over',
    passkeys: passkeyOffer(inRealm(session), 'policy') === 'offered' ? passkeysPageUrl(session) : null,
  });
}

/** Its steps, in order; the first to respond ends the flow. */
const disownDevice = openingSteps.find(findNotice).check(requireConfirmation).end(revoke);

/** The endpoint's functions as the host calls them; `POST` is for the form of its own page. */
export const NEW_DEVICE = {
  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    return disownDevice({ session, method, endpoint: 'new-device', path: pathBelow(session, 'new-device') });
  },
};
