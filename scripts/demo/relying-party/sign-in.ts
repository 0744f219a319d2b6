/** The authorization code flow with PKCE, `state` and `nonce` (OIDC Core section 3.1, RFC 7636), and sign-out. */
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import type { LanguageTag } from '../../../provider-scripts/src/realm/language/languages.ts';
import type { Claims } from '../html/claims.ts';
import type { RelyingParty } from './relying-party.ts';
import { restartsOf, stateWithRestarts } from './restarts.ts';
import { type Step, signInSteps } from './steps.ts';

const SCOPE = 'openid profile email address';

/** The `prompt` values that the pages offer (OIDC Core section 3.1.2.1). */
export const PROMPTS = ['login', 'select_account'] as const;

type Prompt = (typeof PROMPTS)[number];

/** Additional parameters of a request. */
export interface SignInOptions {
  prompt?: Prompt | undefined;
  /** For `ui_locales` (OpenID Connect Core, section 3.1.2.1). */
  language?: LanguageTag | undefined;
  /** How often the request was restarted so far. */
  restarts?: number;
}

/** An authorization request whose response hasn't arrived yet. */
export interface PendingSignIn {
  readonly authorizationUrl: URL;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface SignedIn {
  /** The email address, or another identifier of the account. */
  readonly label: string;
  readonly idToken: string;
  readonly idTokenClaims: Claims;
  readonly accessToken: string;
  readonly userinfo: Claims;
  readonly steps: readonly Step[];
}

/** Creates an authorization request. For `restarts` see `restarts.ts`. Throws the errors of discovery. */
export async function startSignIn(
  relyingParty: RelyingParty,
  { prompt, language, restarts = 0 }: SignInOptions,
): Promise<PendingSignIn> {
  const configuration = await relyingParty.configuration();
  const state = stateWithRestarts(restarts);
  const nonce = randomNonce();
  const codeVerifier = randomPKCECodeVerifier();
  const authorizationUrl = buildAuthorizationUrl(configuration, {
    redirect_uri: relyingParty.redirectUri,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
    ...(language && { ui_locales: language }),
  });
  return { authorizationUrl, state, nonce, codeVerifier };
}

/**
 * Exchanges the code of a response, validates the ID token and reads the userinfo.
 *
 * Errors: `AuthorizationResponseError` when the response is an error, `ResponseBodyError` when the token endpoint rejects the
 * code, `ClientError` when something is invalid, `TypeError` when the server can't be reached.
 */
export async function completeSignIn(
  relyingParty: RelyingParty,
  pending: PendingSignIn,
  authorizationResponse: URL,
): Promise<SignedIn> {
  const configuration = await relyingParty.configuration();
  const tokens = await authorizationCodeGrant(configuration, authorizationResponse, {
    pkceCodeVerifier: pending.codeVerifier,
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined || tokens.id_token === undefined)
    throw new Error('The token response has no ID token.');
  const userinfo = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return {
    label: userinfo.email ?? userinfo.preferred_username ?? claims.sub,
    idToken: tokens.id_token,
    idTokenClaims: claims,
    accessToken: tokens.access_token,
    userinfo,
    steps: signInSteps({
      server: configuration.serverMetadata(),
      request: pending.authorizationUrl,
      restarted: restartsOf(pending.state) > 0,
      authorizationResponse,
      tokens,
      idToken: tokens.id_token,
      claims,
    }),
  };
}

/** The URL that ends the session at the server as well (OpenID Connect RP-Initiated Logout section 2). */
export async function signOutUrl(relyingParty: RelyingParty, { idToken }: SignedIn): Promise<URL> {
  return buildEndSessionUrl(await relyingParty.configuration(), {
    id_token_hint: idToken,
    post_logout_redirect_uri: relyingParty.postLogoutRedirectUri,
  });
}
