/** Declared API scopes: what is valid, and what each is in Keycloak. */

import { isApiScopeName } from '../../provider-scripts/src/clients/api-scopes.ts';
import { isAudience } from '../../provider-scripts/src/clients/audience.ts';
import { newApiScope } from '../../provider-scripts/src/clients/new-client.ts';
import { LANGUAGES } from '../../provider-scripts/src/realm/language/languages.ts';
import { Failure } from '../failure.ts';
import type { Json } from '../json.ts';
import type { DesiredScopes } from './client-scopes.ts';
import { asMessageFormat } from './message-format.ts';
import type { DesiredMapper } from './protocol-mappers.ts';
import type { Declared } from './schema.ts';
import type { DesiredAssignment } from './scope-assignment.ts';

/** A scope of an API, beside the contract's. */
export type DesiredApiScope = NonNullable<Declared<'sample-realm.json'>['apiScopes']>[number];

/** A client's ID, and the API scopes that its entry names. */
interface ClientEntry {
  readonly clientId: string;
  readonly apiScopes?: readonly string[];
}

/** The name of the mapper by which access tokens contain the user's roles. */
export const ROLES_MAPPER = 'roles';

/** Makes access tokens contain them, and no other token. */
export const ROLES: DesiredMapper = {
  name: ROLES_MAPPER,
  protocolMapper: 'oidc-usermodel-realm-role-mapper',
  config: {
    'claim.name': 'roles',
    'jsonType.label': 'String',
    multivalued: 'true',
    'access.token.claim': 'true',
    'introspection.token.claim': 'true',
    'id.token.claim': 'false',
    'userinfo.token.claim': 'false',
  },
};

/**
 * Rejects what the schema doesn't: names with another meaning, audiences, languages, and scopes that a client names although no scope of
 * the realm has that name.
 * @param where the file, for error messages
 * @param supportedLocales the realm's languages, which may be others than Linkgate's
 * @throws Failure naming each of them
 */
export function checkApiScopes(
  where: string,
  scopes: readonly DesiredApiScope[],
  clients: readonly ClientEntry[],
  supportedLocales: Json | undefined,
): void {
  const names = scopes.map(({ name }) => name);
  const own: readonly Json[] = Array.isArray(supportedLocales) ? supportedLocales : [];
  const languages = [...new Set<Json>([...LANGUAGES.map(({ tag }) => tag), ...own])];
  const problems = [
    ...scopes.flatMap((scope, index) =>
      [
        ...problemsOf(scope, languages),
        ...(names.indexOf(scope.name) < index ? [`name: ${scope.name} is declared twice`] : []),
      ].map((problem) => `apiScopes[${index}].${problem}`),
    ),
    ...clients.flatMap(({ clientId, apiScopes = [] }) =>
      apiScopes
        .filter((name) => !names.includes(name))
        .map((name) => `client ${clientId}: apiScopes: ${name} isn't among the realm's apiScopes`),
    ),
  ];
  if (problems.length > 0) throw new Failure(`${where}: ${problems.join('; ')}`);
}

function problemsOf({ name, consentText, audience }: DesiredApiScope, languages: readonly Json[]): string[] {
  return [
    ...(isApiScopeName(name)
      ? []
      : [
          `name: "${name}" can't be an API scope: it is reserved, or not a scope token (RFC 6749, section 3.3)`,
        ]),
    ...Object.keys(consentText)
      .filter((language) => !languages.includes(language))
      .map((language) => `consentText.${language}: unknown language; known are ${languages.join(', ')}`),
    ...(isAudience(audience)
      ? []
      : [`audience: "${audience}" is neither an absolute URI without a fragment nor a client ID`]),
  ];
}

/** The client scope of Keycloak, with all of its mappers. */
export function clientScopeOf({
  name,
  audience,
  rolesInTokens = false,
}: DesiredApiScope): DesiredScopes['scopes'][number] {
  const { protocolMappers, ...scope } = newApiScope(name, audience, `\${${consentTextKey(name)}}`);
  return { ...scope, protocolMappers: [...protocolMappers, ...(rolesInTokens ? [ROLES] : [])] };
}

/** Prefix of the keys of the realm's texts for scopes' consents. */
export const CONSENT_TEXT_PREFIX = 'linkgateScope.';

/**
 * The key of the realm's texts for a scope's consent. Characters with a meaning in Keycloak's placeholders and in paths are written as
 * `_` and their number: an import would replace `${orders:read}` by `read`.
 */
export function consentTextKey(name: string): string {
  const escaped = name.replace(/[^A-Za-z0-9.-]/g, (found) => `_${found.charCodeAt(0).toString(16)}`);
  return CONSENT_TEXT_PREFIX + escaped;
}

/** The texts of a realm for its scopes' consents, by language and key. */
export function consentTexts(scopes: readonly DesiredApiScope[]): Record<string, Record<string, string>> {
  const texts: Record<string, Record<string, string>> = {};
  for (const { name, consentText } of scopes)
    for (const [language, text] of Object.entries(consentText))
      texts[language] = { ...texts[language], [consentTextKey(name)]: asMessageFormat(text) };
  return texts;
}

/** The roles that scopes need. */
export function neededRoles(scopes: readonly DesiredApiScope[]): string[] {
  return [...new Set(scopes.flatMap(({ neededRoles: roles = [] }) => roles))];
}

/**
 * The assignment of a client that has exactly these API scopes, for requests that name them.
 * @param names without them, the client's API scopes stay
 * @param all the API scopes of the realm
 */
export function withApiScopes(
  assignment: DesiredAssignment,
  names: readonly string[] | undefined,
  all: readonly string[] = [],
): DesiredAssignment {
  if (names === undefined) return assignment;
  return {
    ...assignment,
    optional: [...assignment.optional, ...names],
    none: [...assignment.none, ...all.filter((name) => !names.includes(name))],
  };
}
