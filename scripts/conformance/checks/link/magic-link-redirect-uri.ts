/** No link leads to a redirect URI that isn't registered. */
import type { Check } from '../../probe/check.ts';
import { expectRestError } from '../../probe/expectations.ts';
import { freshAddress } from '../../probe/requests.ts';

export const MAGIC_LINK_REDIRECT_URI: Check = {
  name: 'magic-link-redirect-uri',
  proves: 'contract 5, 7.2',
  needs: ['confidential'],
  fix: 'the client’s Settings tab, Valid redirect URIs: the exact addresses, no wildcard',
  run: async (probe) => {
    const { client_id, redirect_uri } = probe.client('confidential');
    const body = { email: freshAddress(), client_id, redirect_uri: `${redirect_uri}/conformance` };
    const response = await probe.postJson('/request-magic-link', body);
    expectRestError('a different redirect URI', response, 400, 'unauthorized_client');
  },
};
