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
import { ACCOUNT_CLIENT } from '../../platform/keycloak/provider-ids.ts';
import { ACCOUNT_PAGE_RESOURCE } from '../../platform/keycloak/resources.ts';
import { pathOf, queryParameter } from '../../platform/session/address.ts';
import { inSameLanguage } from '../../realm/language/same-language.ts';
import { accountPageUrl, hasAccountPage } from '../../realm/settings/account-page-policy.ts';
import { tellDone } from './done.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

/** Below the realm. */
const RETURN_PATH = `account/${ACCOUNT_PAGE_RESOURCE}`;

/** The path, below the page, at which a signed-in user is proven again. */
export const PROOF_PATH = 'sign-in';

/** What a sign-in to the page is for; by default nobody is signed in. */
export interface SignInFor {
  /** The signed-in user. */
  user?: UserModel;
  /** Whether the user is to be proven again. */
  again?: true;
  /** The level of authentication that it asks for. */
  level?: number | null;
  /** The alias of one of Keycloak's actions, which then comes before the return. */
  action?: string;
}

/** Redirects to a sign-in that returns to the page, in the language that the request asks for. */
export function startSignIn(
  session: KeycloakSession,
  { user, again, level = null, action }: SignInFor = {},
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
    ...(user === undefined ? {} : { login_hint: shownAddress(user) ?? '' }),
    ...(again === undefined ? {} : { prompt: 'login' }),
    ...(action === undefined ? {} : { kc_action: action }),
  }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return seeOther(inSameLanguage(session, `${base}/auth?${query.join('&')}`));
}

/** Passes a sign-in that has ended on to the page, which says so if nobody has signed in. */
export const returnFromSignIn: Guard = (session) => {
  if (!hasAccountPage(session)) return null;
  if (!pathOf(session).endsWith(`/${RETURN_PATH}`)) return null;
  if (queryParameter(session, 'error') !== null) tellDone(session, 'cancelled');
  return seeOther(accountPageUrl(session));
};
