/** The ID token verifies, is for this client and belongs to this request (OpenID Connect Core, section 3.1.3.7). */
import { createHash } from 'node:crypto';
import type { Check } from '../../probe/check.ts';
import { expectSame, expectThat } from '../../probe/fault.ts';

export const ID_TOKEN: Check = {
  name: 'id-token',
  proves: 'contract 2.3, 5',
  needs: ['inbox'],
  fix: 'checks signing-keys, signature-algorithms, client-scopes',
  run: async (probe) => {
    const { tokens, nonce } = await probe.signIns.first();
    const claims = await probe.verified('ID token', tokens.json?.id_token);
    expectSame('aud', claims.aud, probe.client('confidential').client_id);
    expectSame('nonce', claims.nonce, nonce);
    expectThat(typeof claims.sub === 'string' && claims.sub !== '', 'there is no sub');
    expectThat(typeof claims.auth_time === 'number', 'there is no auth_time');
    const digest = createHash('sha256').update(String(tokens.json?.access_token), 'ascii').digest();
    expectSame('at_hash', claims.at_hash, digest.subarray(0, 16).toString('base64url'));
  },
};
