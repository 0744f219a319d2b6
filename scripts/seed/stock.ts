/**
 * The objects that Keycloak 26.7.4 creates in a new realm and that a Linkgate realm doesn't have: no user created them, so a run
 * may remove them.
 */

/** Key providers by name (Keycloak's `DefaultKeyProviders`), with the provider ID of each. */
const KEYS: Readonly<Record<string, string>> = {
  'rsa-generated': 'rsa-generated',
  'rsa-enc-generated': 'rsa-enc-generated',
  'hmac-generated': 'hmac-generated',
  'hmac-generated-hs512': 'hmac-generated',
  'aes-generated': 'aes-generated',
};
/** Keycloak adds such a provider when an algorithm is needed for which the realm has no key. */
const FALLBACK_KEY = /^fallback-/;

/** Mappers by client scope (Keycloak's `OIDCLoginProtocolFactory`). */
const MAPPERS: Readonly<Record<string, readonly string[]>> = {
  basic: ['sub', 'auth_time'],
  profile: [
    'full name',
    'family name',
    'given name',
    'middle name',
    'nickname',
    'username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated at',
  ],
  email: ['email', 'email verified'],
  address: ['address'],
  service_account: ['Client ID', 'Client Host', 'Client IP Address'],
};

/** Whether a key provider is one of Keycloak's own. */
export function isStockKey({ name = '', providerId }: { name?: string; providerId?: string }): boolean {
  return FALLBACK_KEY.test(name) || (Object.hasOwn(KEYS, name) && KEYS[name] === providerId);
}

/** Whether a mapper of this client scope is one of Keycloak's own. */
export function isStockMapper(scope: string, { name = '' }: { name?: string }): boolean {
  return Object.hasOwn(MAPPERS, scope) && MAPPERS[scope]?.includes(name) === true;
}
