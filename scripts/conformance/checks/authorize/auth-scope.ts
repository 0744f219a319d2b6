/** Only the client's scopes can be requested, separated by spaces; a realm may ignore others. */
import {
  ignoresUnknownScopes,
  UNKNOWN_SCOPES_ATTRIBUTE,
} from '../../../../provider-scripts/src/clients/api-scopes.ts';
import type { Check } from '../../probe/check.ts';
import { expectErrorAtClient } from '../../probe/expectations.ts';
import { NotApplicable } from '../../probe/fault.ts';

export const AUTH_SCOPE: Check = {
  name: 'auth-scope',
  proves: 'contract 7.2',
  needs: ['confidential'],
  fix: 'the realm needs linkgate.enabled=true and the server the plugin',
  run: async (probe) => {
    if (
      probe.target.admin &&
      ignoresUnknownScopes((await probe.configuration.attributes())[UNKNOWN_SCOPES_ATTRIBUTE])
    )
      throw new NotApplicable(`the realm ignores unknown scopes (${UNKNOWN_SCOPES_ATTRIBUTE})`);
    const client = probe.client('confidential');
    await expectErrorAtClient(probe, client, { scope: 'openid phone' }, 'invalid_scope');
    await expectErrorAtClient(probe, client, { scope: 'openid,email' }, 'invalid_scope');
  },
};
