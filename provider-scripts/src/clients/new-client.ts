/** A client or API scope that an administrator creates, as Keycloak's representation: the defaults of every new client (`client.json`). */
import { AUDIENCE_MAPPER } from '../platform/keycloak/provider-ids.ts';
import { SCOPE } from '../realm/settings/table.ts';
import { AUDIENCE_OPTION } from './api-scopes.ts';
import { newSelfRegisteredClient, type Representation } from './self-registered.ts';

/** The types of a client: with a secret, without one (PKCE), and one that acts for itself, without users. */
export const CLIENT_KINDS = ['confidential', 'public', 'machine'] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

export interface NewClient {
  clientId: string;
  name: string;
  kind: ClientKind;
  redirectUris: readonly string[];
  /** Empty for none. */
  homeUrl: string;
}

/** An absolute URI without wildcard or fragment. */
const REDIRECT_URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s*#]+$/;

/** The first of these redirect URIs that can't be one; undefined if all can. */
export function wrongRedirectUri(uris: readonly string[]): string | undefined {
  return uris.find((uri) => !REDIRECT_URI.test(uri));
}

/** What differs for a client that acts for itself. */
export const MACHINE_FIELDS = {
  consentRequired: false,
  standardFlowEnabled: false,
  serviceAccountsEnabled: true,
} as const;

/** Pending, until it is approved with what the server says of it. Keycloak assigns it the realm's default scopes. */
export function clientOfAdministrator({ clientId, name, kind, redirectUris, homeUrl }: NewClient) {
  const {
    defaultClientScopes: _,
    optionalClientScopes: __,
    ...defaults
  } = newSelfRegisteredClient({ clientId, enabled: true }, NO_SCOPES);
  return {
    ...defaults,
    name,
    redirectUris: kind === 'machine' ? [] : redirectUris,
    // A page in the browser calls the token endpoint from the origins of its redirect URIs.
    webOrigins: kind === 'public' ? ['+'] : [],
    publicClient: kind === 'public',
    ...(homeUrl === '' ? {} : { baseUrl: homeUrl }),
    ...(kind === 'machine' ? MACHINE_FIELDS : {}),
  } satisfies Representation;
}

const NO_SCOPES = { defaultClientScopes: [], optionalClientScopes: [] };

/** A client scope of Keycloak's that is an API's; without an assignment: clients get it one by one. */
export function newApiScope(name: string, audience: string, consentText: string) {
  return {
    name,
    attributes: {
      [SCOPE.apiScope.name]: 'true',
      'include.in.token.scope': 'true',
      'display.on.consent.screen': 'true',
      'consent.screen.text': consentText,
    },
    protocolMappers: [
      { name: 'audience', protocolMapper: AUDIENCE_MAPPER, config: { [AUDIENCE_OPTION]: audience } },
    ],
  };
}
