/** Tokens name the subject, the audience and the issuer as the realm and its scopes define them; no client's own mapper changes them. */
import type ProtocolMapperRepresentation from '@keycloak/keycloak-admin-client/lib/defs/protocolMapperRepresentation.js';
import { EMAIL_VERIFIED_MAPPER, NAME_MAPPER } from '../../../../provider-scripts/src/ids.ts';
import type { Check } from '../../probe/check.ts';
import { expectOfClients } from '../../probe/clients.ts';

/** Claims that identify the user, a token's audience, and its permissions; also the prefix of a nested name. */
const DECISIVE: readonly string[] = [
  'sub',
  'aud',
  'azp',
  'acr',
  'sid',
  'client_id',
  'scope',
  'auth_time',
  'realm_access',
  'resource_access',
];
/** Claims for which a scope, and so a user's consent, is needed (contract, section 2.10). */
const OF_SCOPES: readonly string[] = [
  'name',
  'preferred_username',
  'picture',
  'email',
  'email_verified',
  'address',
];
/** Mappers without a claim's name, by the claims that they set. */
const NAMELESS: Readonly<Record<string, string>> = {
  'oidc-full-name-mapper': 'name',
  'oidc-address-mapper': 'address',
  [NAME_MAPPER]: 'name',
  [EMAIL_VERIFIED_MAPPER]: 'email_verified',
  'oidc-sha256-pairwise-sub-mapper': 'sub',
};

export const CLIENT_MAPPERS: Check = {
  name: 'client-mappers',
  proves: 'contract 2.10',
  needs: ['admin'],
  fix: 'the client’s Client scopes tab, its dedicated scope, Mappers: delete the named one; claims about users belong to scopes',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.clients(), ({ protocolMappers = [] }) =>
      protocolMappers.toSorted(byName).flatMap((mapper) => {
        const claim = claimOf(mapper);
        const [first = ''] = claim.split('.');
        if (DECISIVE.includes(first)) return [`its mapper ${mapper.name} sets ${claim}`];
        return OF_SCOPES.includes(first)
          ? [`its mapper ${mapper.name} sets ${claim}, without the user's consent`]
          : [];
      }),
    );
  },
};

/** Keycloak's list has no order. */
function byName(
  { name: one = '' }: ProtocolMapperRepresentation,
  { name: other = '' }: ProtocolMapperRepresentation,
): number {
  return one < other ? -1 : 1;
}

function claimOf({ protocolMapper = '', config }: ProtocolMapperRepresentation): string {
  const name: unknown = config?.['claim.name'];
  return typeof name === 'string' && name !== '' ? name : (NAMELESS[protocolMapper] ?? '');
}
