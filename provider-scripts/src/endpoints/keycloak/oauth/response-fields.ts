/** The fields of Keycloak's responses that are passed on (contract, sections 2.3 to 2.5). */
export const RESPONSE_FIELDS = {
  token: ['access_token', 'token_type', 'expires_in', 'id_token', 'scope'],
  /** Beside those of `token`. */
  refresh: ['refresh_token', 'refresh_expires_in'],
  userinfo: ['sub', 'email', 'email_verified', 'name', 'preferred_username', 'picture', 'address'],
  introspection: ['active', 'sub', 'client_id', 'exp', 'iat', 'iss', 'scope', 'token_type'],
  /** Beside those of `introspection`, for tokens with an API scope. */
  apiIntrospection: ['aud', 'roles', 'realm_access', 'resource_access'],
} as const;

/** Returns a body with only the named fields. */
export function pickFields(
  body: Record<string, unknown>,
  fields: readonly string[],
): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const field of fields) if (body[field] !== undefined) picked[field] = body[field];
  return picked;
}
