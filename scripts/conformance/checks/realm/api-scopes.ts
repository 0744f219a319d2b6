/** Each API scope has a usable name, a text for its consent and one audience, and releases nothing about users. */

import type ClientScopeRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientScopeRepresentation.js';
import { AUDIENCE_OPTION, isApiScopeName } from '../../../../provider-scripts/src/clients/api-scopes.ts';
import { isAudience } from '../../../../provider-scripts/src/clients/audience.ts';
import { AUDIENCE_MAPPER } from '../../../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import { SCOPE } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { byName, CLAIMS_OF_SCOPES, claimOf, IDENTIFYING_CLAIMS } from '../../probe/claims.ts';
import type { Configuration } from '../../probe/configuration.ts';
import { expectNone } from '../../probe/fault.ts';

/** The language whose texts Keycloak shows where another has none. */
const FALLBACK = 'en';
const NOT_OF_APIS: readonly string[] = [...CLAIMS_OF_SCOPES, ...IDENTIFYING_CLAIMS];
/** A consent text that names a text of the realm. */
const KEY = /^\$\{(.+)\}$/;

export const API_SCOPES: Check = {
  name: 'api-scopes',
  proves: 'contract 11',
  needs: ['admin'],
  fix: 'declare the scope in the realm’s file (apiScopes) and run npm run linkgate -- seed --apply; or Client scopes, the named one: its settings and Mappers; its texts in Realm settings, Localization',
  run: async (probe) => {
    const { configuration } = probe;
    const { client, realm } = configuration.admin;
    const scopes = (await client.clientScopes.find({ realm }))
      .filter(({ attributes }) => attributes?.[SCOPE.apiScope.name] === 'true')
      .toSorted(({ name: one = '' }, { name: other = '' }) => (one < other ? -1 : 1));
    const { json } = await probe.get('/.well-known/openid-configuration');
    const listed: readonly unknown[] = Array.isArray(json?.scopes_supported) ? json.scopes_supported : [];
    const problems: string[] = [];
    for (const scope of scopes) {
      const found = [
        ...problemsOf(scope),
        ...(await consentProblems(configuration, scope)),
        ...(isApiScopeName(scope.name ?? '') && !listed.includes(scope.name)
          ? ['discovery’s scopes_supported lacks it']
          : []),
      ];
      problems.push(...found.map((problem) => `client scope ${scope.name}: ${problem}`));
    }
    expectNone(problems);
    return scopes.length > 0 ? scopes.map(({ name }) => name).join(', ') : undefined;
  },
};

function problemsOf({ name = '', attributes, protocolMappers = [] }: ClientScopeRepresentation): string[] {
  const audiences = protocolMappers
    .filter(({ protocolMapper }) => protocolMapper === AUDIENCE_MAPPER)
    .map(({ config }) => String(config?.[AUDIENCE_OPTION] ?? ''));
  return [
    ...(isApiScopeName(name) ? [] : ['its name is reserved, or not a scope token: it can’t be requested']),
    ...(attributes?.['include.in.token.scope'] === 'false'
      ? ['include in token scope is off: tokens don’t show that it was granted']
      : []),
    ...(audiences.length === 1 ? [] : [`it has ${audiences.length} mappers ${AUDIENCE_MAPPER} instead of 1`]),
    ...audiences
      .filter((audience) => !isAudience(audience))
      .map((audience) => `its audience "${audience}" is neither an absolute URI nor a client ID`),
    ...protocolMappers.toSorted(byName).flatMap((mapper) => {
      const { claim, first } = claimOf(mapper);
      return NOT_OF_APIS.includes(first) ? [`its mapper ${mapper.name} sets ${claim}`] : [];
    }),
  ];
}

/** Users read what they consent to, in each of the realm's languages. */
async function consentProblems(
  configuration: Configuration,
  { attributes }: ClientScopeRepresentation,
): Promise<string[]> {
  if (attributes?.['display.on.consent.screen'] === 'false')
    return ['display on consent screen is off: it is granted without the user’s consent'];
  const text: unknown = attributes?.['consent.screen.text'];
  if (typeof text !== 'string' || text === '') return ['it has no consent screen text'];
  const [, key] = KEY.exec(text) ?? [];
  if (key === undefined) return [];
  const { internationalizationEnabled, supportedLocales = [], defaultLocale } = await configuration.realm();
  const only = defaultLocale || FALLBACK;
  const languages = internationalizationEnabled ? [...new Set([only, ...supportedLocales])] : [only];
  const lacking: string[] = [];
  for (const language of languages)
    if (!(await hasText(configuration, language, key))) lacking.push(language);
  // Keycloak's list of languages has no order.
  const names = lacking.sort().join(', ');
  return lacking.length > 0 ? [`its consent text ${text} isn’t translated: ${names}`] : [];
}

/** Whether a page in a language shows a text of the realm: in this language, without its region, or in English. */
async function hasText(configuration: Configuration, language: string, key: string): Promise<boolean> {
  const { client, realm } = configuration.admin;
  for (const selectedLocale of new Set([language, language.split('-')[0] ?? language, FALLBACK])) {
    const texts = await configuration.once(`texts ${selectedLocale}`, () =>
      client.realms.getRealmLocalizationTexts({ realm, selectedLocale }),
    );
    if (texts[key]) return true;
  }
  return false;
}
