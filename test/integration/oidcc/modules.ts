/**
 * The modules of the OpenID Foundation's Basic OP plan (`oidcc-basic-certification-test-plan`), in its order, and which of
 * them can't apply here. What each checks is told by its class in the conformance suite, `src/main/java/net/openid/conformance/openid`.
 */

/** As of August 2026. `oidcc-alternate-happy-flow` was `oidcc-ensure-other-scope-order-succeeds` before. */
export const PLAN = [
  'oidcc-server',
  'oidcc-response-type-missing',
  'oidcc-idtoken-signature',
  'oidcc-idtoken-unsigned',
  'oidcc-userinfo-get',
  'oidcc-userinfo-post-header',
  'oidcc-userinfo-post-body',
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow',
  'oidcc-scope-profile',
  'oidcc-scope-email',
  'oidcc-scope-address',
  'oidcc-scope-phone',
  'oidcc-scope-all',
  'oidcc-alternate-happy-flow',
  'oidcc-display-page',
  'oidcc-display-popup',
  'oidcc-prompt-login',
  'oidcc-prompt-none-not-logged-in',
  'oidcc-prompt-none-logged-in',
  'oidcc-max-age-1',
  'oidcc-max-age-10000',
  'oidcc-ensure-request-with-unknown-parameter-succeeds',
  'oidcc-id-token-hint',
  'oidcc-login-hint',
  'oidcc-ui-locales',
  'oidcc-claims-locales',
  'oidcc-ensure-request-with-acr-values-succeeds',
  'oidcc-codereuse',
  'oidcc-codereuse-30seconds',
  'oidcc-ensure-registered-redirect-uri',
  'oidcc-ensure-post-request-succeeds',
  'oidcc-server-client-secret-post',
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
  'oidcc-claims-essential',
  'oidcc-ensure-request-object-with-redirect-uri',
  'oidcc-refresh-token',
  'oidcc-ensure-request-with-valid-pkce-succeeds',
] as const;

/** A module of the plan. */
export type PlanModule = (typeof PLAN)[number];

/** Checks by the module that they stand for. */
export type Checks = Partial<Record<PlanModule, () => Promise<void>>>;

/** Why a module doesn't apply; the suite itself skips each of these by the discovery document. */
export const NOT_APPLICABLE: Partial<Record<PlanModule, string>> = {
  'oidcc-idtoken-unsigned':
    'id_token_signing_alg_values_supported is RS256 alone: no client can register "none"',
  'oidcc-scope-phone': 'scopes_supported has no phone: the contract names openid, profile, email and address',
  'oidcc-scope-all':
    'the module asks for phone too, which scopes_supported leaves out; all that it has is asked for below',
  'oidcc-refresh-token': 'grant_types_supported has no refresh_token, and no answer has one',
};
