/** The key set has RS256 signature keys with the contract's members, and they are keys. */
import { importJWK, type JWK } from 'jose';
import type { Check } from '../../probe/check.ts';
import { expectSame, expectThat } from '../../probe/fault.ts';

const MEMBERS = ['alg', 'e', 'kid', 'kty', 'n', 'use'] as const;

export const KEY_SET: Check = {
  name: 'key-set',
  proves: 'contract 2.2',
  fix: 'the realm needs linkgate.enabled=true and an active RS256 key (check signing-keys)',
  run: async (probe) => {
    const { status, json } = await probe.keySet();
    const keys: unknown = json?.keys;
    expectThat(status === 200 && Array.isArray(keys) && keys.length > 0, `it returns ${status} without keys`);
    for (const key of keys as JWK[]) {
      expectSame('members of a key', Object.keys(key).sort(), MEMBERS);
      expectSame('kty, use, alg', [key.kty, key.use, key.alg], ['RSA', 'sig', 'RS256']);
      await importJWK(key, 'RS256');
    }
  },
};
