/** Tokens for any client are signed with RS256, and userinfo is plain JSON. */
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';
import { expectNone } from '../../probe/fault.ts';

/** Client attributes that choose an algorithm, and the only one they may have; without one the attribute must be unset. */
const ALGORITHMS: Readonly<Record<string, 'RS256' | null>> = {
  'access.token.signed.response.alg': 'RS256',
  'id.token.signed.response.alg': 'RS256',
  'id.token.encrypted.response.alg': null,
  'id.token.encrypted.response.enc': null,
  'user.info.response.signature.alg': null,
  'user.info.encrypted.response.alg': null,
};

export const SIGNATURE_ALGORITHMS: Check = {
  name: 'signature-algorithms',
  proves: 'contract 5',
  needs: ['admin'],
  fix: 'Realm settings, Tokens: default signature algorithm RS256; the client’s Advanced tab, Fine grain: no algorithm but RS256, no encryption, no signed userinfo',
  run: async ({ configuration }) => {
    const { defaultSignatureAlgorithm: chosen = 'RS256' } = await configuration.realm();
    expectNone(chosen === 'RS256' ? [] : [`the realm’s default signature algorithm is ${chosen}`]);
    expectOfClients(await configuration.clients(), (client) =>
      Object.entries(ALGORITHMS).flatMap(([name, allowed]) => {
        const value = attributeOf(client, name);
        return value === undefined || value === allowed ? [] : [`${name} is ${value}`];
      }),
    );
  },
};
