/** The claims that mappers set. */
import type ProtocolMapperRepresentation from '@keycloak/keycloak-admin-client/lib/defs/protocolMapperRepresentation.js';
import {
  EMAIL_VERIFIED_MAPPER,
  NAME_MAPPER,
} from '../../../provider-scripts/src/platform/keycloak/provider-ids.ts';

/** Claims that identify the user, a token's audience, and the client. */
export const IDENTIFYING_CLAIMS: readonly string[] = [
  'sub',
  'aud',
  'azp',
  'acr',
  'sid',
  'client_id',
  'scope',
  'auth_time',
];

/** Claims for which one of the contract's scopes, and so a user's consent, is needed (contract, section 2.10). */
export const CLAIMS_OF_SCOPES: readonly string[] = [
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

/** The claim that a mapper sets; empty if it sets none by name. The claim's first part decides: others are nested in it. */
export function claimOf({ protocolMapper = '', config }: ProtocolMapperRepresentation): {
  claim: string;
  first: string;
} {
  const name: unknown = config?.['claim.name'];
  const claim = typeof name === 'string' && name !== '' ? name : (NAMELESS[protocolMapper] ?? '');
  const [first = ''] = claim.split('.');
  return { claim, first };
}

/** Mappers by name: Keycloak's list has no order. */
export function byName(
  { name: one = '' }: ProtocolMapperRepresentation,
  { name: other = '' }: ProtocolMapperRepresentation,
): number {
  return one < other ? -1 : 1;
}
