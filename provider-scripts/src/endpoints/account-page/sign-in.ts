/**
 * Signs users in to their own page: by Keycloak's client `account`, which every realm has and which needs no consent. Its redirect URIs are
 * those of Keycloak's account console, so the sign-in returns there, and is passed on from there. The page uses the session; nobody knows the
 * verifier of the code.
 */
import type { KeycloakSession, Response, UserModel } from 'keycloak';
import { shownAddress } from '../../accounts/address/account-address.ts';
import type { Guard } from '../../http/request/guard.ts';
import { seeOther } from '../../http/response/responses.ts';
import { sha256 } from '../../platform/engine/bytes.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { ACCOUNT_PAGE_RESOURCE } from '../../platform/keycloak/resources.ts';
import { pathOf, queryParameter } from '../../platform/session/address.ts';
import { inSameLanguage } from '../../realm/language/same-language.ts';
import { hasAccountPage } from '../../realm/settings/account-page-policy.ts';
import { ACCOUNT_CLIENT } from './signed-in.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

/** Below the realm. */
const RETURN_PATH = `account/${ACCOUNT_PAGE_RESOURCE}`;

/** The path, below the page, at which a signed-in user is proven again. */
export const PROOF_PATH = 'sign-in';

/** The page's URL. */
export function accountPageUrl(session: KeycloakSession): string {
  return `${baseUrl(session)}/${ACCOUNT_PAGE_RESOURCE}`;
}

/**
 * Redirects to a sign-in that returns to the page, in the language that the request asks for.
 *
 * @param again the signed-in user who is to be proven again; null if nobody is signed in
 * @param level the level of authentication that it asks for; null for any
 */
export function startSignIn(
  session: KeycloakSession,
  again: UserModel | null = null,
  level: number | null = null,
): Response {
  const base = baseUrl(session);
  const query = Object.entries({
    client_id: ACCOUNT_CLIENT,
    redirect_uri: `${base}/${RETURN_PATH}`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: sha256(KeycloakModelUtils.generateId()),
    code_challenge_method: 'S256',
    ...(level === null ? {} : { acr_values: String(level) }),
    ...(again === null ? {} : { prompt: 'login', login_hint: shownAddress(again) ?? '' }),
  }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return seeOther(inSameLanguage(session, `${base}/auth?${query.join('&')}`));
}

/** Passes a sign-in that has ended on to the page; without a user if it failed or was cancelled. */
export const returnFromSignIn: Guard = (session) => {
  if (!hasAccountPage(session)) return null;
  if (!pathOf(session).endsWith(`/${RETURN_PATH}`)) return null;
  const url = accountPageUrl(session);
  return seeOther(queryParameter(session, 'error') !== null ? `${url}?done=cancelled` : url);
};
