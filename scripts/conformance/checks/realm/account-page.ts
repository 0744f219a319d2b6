/** Where users have their own page, Keycloak's client that signs them in there is enabled. */

import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';

/** Keycloak's client. */
const CLIENT = 'account';

export const ACCOUNT_PAGE: Check = {
  name: 'account-page',
  proves: 'contract 11',
  needs: ['admin'],
  fix: 'Clients, account: enabled; or the named attribute in the realm’s file',
  run: async ({ configuration }) => {
    const attributes = await configuration.attributes();
    const isOn = readSetting(REALM.accountPage, attributes[REALM.accountPage.name]);
    const hasClient = async () =>
      (await configuration.allClients()).some(({ clientId, enabled }) => clientId === CLIENT && enabled);
    expectNone(!isOn || (await hasClient()) ? [] : [`the client ${CLIENT} is disabled`]);
    return isOn ? 'on' : undefined;
  },
};
