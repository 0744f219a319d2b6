/** No protocol besides OpenID Connect, in which approval isn't checked, is open; a realm that opens one on purpose sees here for whom. */

import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';

export const OTHER_PROTOCOLS: Check = {
  name: 'other-protocols',
  proves: 'contract 1',
  needs: ['admin'],
  fix: `remove the realm attribute ${REALM.allowedProtocols.name}, or vet each of these clients yourself`,
  run: async ({ configuration }) => {
    const open = readSetting(
      REALM.allowedProtocols,
      (await configuration.attributes())[REALM.allowedProtocols.name],
    );
    if (open.length === 0) return;
    const clients = await configuration.otherClients();
    expectNone(
      open.map((protocol) => {
        const names = clients
          .filter((client) => client.protocol === protocol)
          .map(({ clientId }) => clientId);
        return `${protocol}: clients sign users in without approval: ${names.join(', ') || 'none yet'}`;
      }),
    );
  },
};
