/** Which fields the answers of Keycloak's endpoints keep (contract, sections 2.3 to 2.5). */

const TOKEN = ['access_token', 'token_type', 'expires_in', 'id_token', 'scope'] as const;
const USERINFO = [
  'sub',
  'email',
  'email_verified',
  'name',
  'preferred_username',
  'picture',
  'address',
] as const;
const INTROSPECTION = ['active', 'sub', 'client_id', 'exp', 'iat', 'iss', 'scope', 'token_type'] as const;

/** The fields of a successful answer by the method that serves it; absent where nothing is taken away. */
export const RESPONSE_FIELDS: Record<string, readonly string[]> = {
  'TokenEndpoint.processGrantRequest': TOKEN,
  'UserInfoEndpoint.issueUserInfoGet': USERINFO,
  'UserInfoEndpoint.issueUserInfoPost': USERINFO,
  'TokenIntrospectionEndpoint.introspect': INTROSPECTION,
};

/** The same body with the named fields only. */
export function keepFields(
  body: Record<string, unknown>,
  fields: readonly string[],
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const field of fields) if (body[field] !== undefined) kept[field] = body[field];
  return kept;
}
