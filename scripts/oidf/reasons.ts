/** Why the suite warns, requires a review, or skips: by its condition, or by the module where that itself reports it. */
export const REASONS: Readonly<Record<string, string>> = {
  // Warnings.
  EnsureIdTokenDoesNotContainNonRequestedClaims:
    'Keycloak marks ID tokens by `typ`, and accepts only such a token as `id_token_hint`. It has no claims about the user.',
  VerifyScopesReturnedInUserInfoClaims:
    '`profile` has only `name`, `preferred_username` and `picture` (contract, section 2.4).',
  EnsureIdTokenDoesNotContainEmailForScopeEmail:
    'The ID token also has what a granted scope releases (contract, section 2.10), so applications needn’t call `/userinfo`.',
  EnsureUserInfoContainsName:
    'The module requests `name` by `claims`, without the scope `profile`. Users consent to scopes, so discovery has `claims_parameter_supported: false` (contract, section 4.3).',
  // Reviews.
  ExpectSecondLoginPage: 'A new email was sent; only its link or its code continues.',
  ExpectRedirectUriErrorPage: 'The page, and no redirect to a URI that isn’t registered.',
  ExpectPostLogoutRedirectUriNotRegisteredErrorPage:
    'The page, and no redirect; the session continues, as after every rejected sign-out.',
  ExpectInvalidIdTokenHintErrorPage: 'Likewise for a hint that this realm didn’t issue.',
  ExpectIdTokenHintRequiredErrorPage: 'Likewise for a redirect URI without a client.',
  ExpectSuccessfulLogoutPage:
    'Signed out; without a hint the user confirmed first (OpenID Connect RP-Initiated Logout, section 2).',
  // Skipped.
  'oidcc-scope-phone': '`phone` is no scope (contract, section 2.10).',
  'oidcc-scope-all': 'The module requests `phone`, too.',
  'oidcc-refresh-token':
    'These clients don’t opt in to refresh tokens (contract, section 1); those of the plan `staying` do.',
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported':
    'Request objects are rejected with the error for that (contract, section 4.3).',
};
