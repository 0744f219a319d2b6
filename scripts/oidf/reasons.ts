/** Why the suite warns, wants somebody to look, or skips: by its condition, or by the module where that itself speaks. */
export const REASONS: Readonly<Record<string, string>> = {
  // Warnings.
  EnsureIdTokenDoesNotContainNonRequestedClaims:
    'Keycloak marks its ID tokens by the claim `typ`, and takes no other token as `id_token_hint` when somebody signs out. It tells nothing of the person.',
  VerifyScopesReturnedInUserInfoClaims:
    'Of `profile` there are `name`, `preferred_username` and `picture`; more isn’t asked of anybody (contract, section 2.4).',
  EnsureIdTokenDoesNotContainEmailForScopeEmail:
    'What a granted scope releases is in the ID token, too (contract, section 2.10): applications needn’t call `/userinfo`, and the person consented to the scope.',
  EnsureUserInfoContainsName:
    'The module asks for `name` by the parameter `claims`, without the scope `profile`. People are asked for consent by scopes, so discovery says `claims_parameter_supported: false` (contract, section 4.3).',
  // Reviews.
  ExpectSecondLoginPage: 'A new mail was sent; nothing but its link or its code goes on.',
  ExpectRedirectUriErrorPage:
    'The page, and no redirect: nobody is sent to an address that isn’t registered.',
  ExpectPostLogoutRedirectUriNotRegisteredErrorPage:
    'The page, and no redirect; the session stays, as it does for every refused sign-out.',
  ExpectInvalidIdTokenHintErrorPage:
    'Likewise for a hint that isn’t an ID token of this realm as it was issued.',
  ExpectIdTokenHintRequiredErrorPage:
    'Likewise for an address to return to of which nobody knows whose it is.',
  ExpectSuccessfulLogoutPage:
    'Signed out; without a hint the person was asked first (OpenID Connect RP-Initiated Logout, section 2).',
  // Skipped.
  'oidcc-scope-phone': '`phone` is no scope (contract, section 2.10).',
  'oidcc-scope-all': 'The module asks for `phone`, too.',
  'oidcc-refresh-token': 'There are no refresh tokens (contract, section 1).',
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported':
    'Request objects are refused by the code that is for that (contract, section 4.3).',
};
