/** Only the client's scopes can be requested, separated by spaces; a realm may ignore others. */

import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
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
      readSetting(REALM.unknownScopes, (await probe.configuration.attributes())[REALM.unknownScopes.name]) ===
        'ignore'
    )
      throw new NotApplicable(`the realm ignores unknown scopes (${REALM.unknownScopes.name})`);
    const client = probe.client('confidential');
    await expectErrorAtClient(probe, client, { scope: 'openid phone' }, 'invalid_scope');
    await expectErrorAtClient(probe, client, { scope: 'openid,email' }, 'invalid_scope');
  },
};
