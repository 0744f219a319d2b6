/** A client's keys at a URL, which the server never fetches: responses to be encrypted with them aren't issued. */

/** The value of a client's attribute. */
type Attribute = (name: string) => string | null;

/** Keycloak's attributes that require an encrypted response. */
const ENCRYPTION = {
  '/token': 'id.token.encrypted.response.alg',
  '/userinfo': 'user.info.encrypted.response.alg',
} as const;

/** Whether a response of an endpoint would be encrypted with such keys. */
export function needsFetchedKeys(attribute: Attribute, endpoint: keyof typeof ENCRYPTION): boolean {
  return attribute('use.jwks.url') === 'true' && isSet(attribute(ENCRYPTION[endpoint]));
}

/** Whether a URL is the client's keys URL; Keycloak resolves a relative one. */
export function isKeysUrl(attribute: Attribute, url: string): boolean {
  const keys = attribute('jwks.url');
  return isSet(keys) && (url === keys || (/^\/(?!\/)/.test(keys) && url.endsWith(keys)));
}

function isSet(value: string | null): value is string {
  return value !== null && value.trim() !== '';
}
