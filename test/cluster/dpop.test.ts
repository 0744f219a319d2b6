/** On two nodes, proofs of possession work once, and each node accepts the other's nonces. */
import { expect, inject, test } from 'vitest';
import { NODES } from '../support/cluster.ts';
import { proofKey, setDpop } from '../support/dpop.ts';
import { credentials, formOf } from '../support/form.ts';
import { requestFrom } from '../support/from-address.ts';
import { makeClient } from '../support/own-client.ts';

const { baseUrl } = inject('site');
const [first, second] = NODES;
const { host, pathname } = new URL(`${baseUrl}/token`);

test('a proof with a nonce of one node works once, on whichever node', async () => {
  const client = await makeClient({ serviceAccountsEnabled: true });
  await setDpop(client, true);
  const key = await proofKey();
  const request = async (node: string, dpop?: string) => {
    const { status, headers, text } = await requestFrom('127.0.0.1', node + pathname, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        // Both nodes have one public URL, which proofs are for.
        host,
        ...(dpop !== undefined && { dpop }),
      },
      body: formOf({ grant_type: 'client_credentials', ...credentials(client) }).toString(),
    });
    return { status, nonce: String(headers['dpop-nonce']), json: JSON.parse(text) as object };
  };
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const { nonce } = await request(one);
    const dpop = await key.prove(`${baseUrl}/token`, 'POST', { claims: { nonce } });
    const used = await request(other, dpop);
    expect([used.status, used.json]).toMatchObject([200, { token_type: 'DPoP' }]);
    for (const node of NODES) {
      const again = await request(node, dpop);
      expect([again.status, again.json]).toMatchObject([
        400,
        { error_description: 'DPoP proof has already been used' },
      ]);
    }
  }
  await client.remove();
});
