/** The parameters of an authorization request that become client notes of the same names, besides its scope and redirect URI. */
export const NOTED_PARAMETERS = [
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'login_hint',
  'acr_values',
] as const;
