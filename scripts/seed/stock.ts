/** What Keycloak 26.7.4 itself puts into a new realm and a Linkgate realm doesn't have: no user created it, so a run may remove it. */

/** Key providers by their names (Keycloak's `DefaultKeyProviders`), with the kind of each. */
const KEYS: Readonly<Record<string, string>> = {
  'rsa-generated': 'rsa-generated',
  'rsa-enc-generated': 'rsa-enc-generated',
  'hmac-generated': 'hmac-generated',
  'hmac-generated-hs512': 'hmac-generated',
  'aes-generated': 'aes-generated',
};
/** Keycloak adds such a provider when something asks for an algorithm that the realm has no key for. */
const FALLBACK_KEY = /^fallback-/;

/** Mappers by the client scope that they belong to (Keycloak's `OIDCLoginProtocolFactory`). */
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
