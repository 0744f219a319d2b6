/** The realm has RS256 signature keys and no others that would be published. */
import type { KeyMetadataRepresentation } from '@keycloak/keycloak-admin-client/lib/defs/keyMetadataRepresentation.js';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';

/** The admin client's type lacks a key's use. */
type Key = KeyMetadataRepresentation & { readonly use?: string };

const SYMMETRIC: readonly string[] = ['HS256', 'HS384', 'HS512', 'AES'];

export const SIGNING_KEYS: Check = {
  name: 'signing-keys',
  proves: 'contract 2.2',
  needs: ['admin'],
  fix: 'Realm settings, Keys, Add providers: keep one of rsa-generated with RS256, remove rsa-enc-generated and every other algorithm',
  run: async ({ configuration }) => {
    const { client, realm } = configuration.admin;
    const { keys = [] } = await client.realms.getKeys({ realm });
    const live = (keys as readonly Key[]).filter(({ status }) => status !== 'DISABLED');
    const other = live.filter(({ algorithm = '', use }) =>
      algorithm === 'RS256' ? use !== 'SIG' : !SYMMETRIC.includes(algorithm),
    );
    const active = live.some(({ algorithm, status }) => algorithm === 'RS256' && status === 'ACTIVE');
    expectNone([
      ...(active ? [] : ['there is no active RS256 key']),
      ...other.map(({ algorithm, use }) => `there is a key for ${algorithm} (${use})`),
    ]);
  },
};
