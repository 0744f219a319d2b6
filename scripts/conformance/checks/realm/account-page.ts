/** Where users have their own page, Keycloak's client that signs them in there is enabled. */
import {
  ACCOUNT_DELETION_ATTRIBUTE,
  ACCOUNT_PAGE_ATTRIBUTE,
} from '../../../../provider-scripts/src/realm/settings/account-page.ts';
import { isSwitchedOn } from '../../../../provider-scripts/src/realm/settings/switch.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';
import { faultsOfSwitches } from '../../probe/switches.ts';

/** Keycloak's client. */
const CLIENT = 'account';

export const ACCOUNT_PAGE: Check = {
  name: 'account-page',
  proves: 'contract 11',
  needs: ['admin'],
  fix: 'Clients, account: enabled; or the named attribute in the realm’s file',
  run: async ({ configuration }) => {
    const attributes = await configuration.attributes();
    const isOn = isSwitchedOn(attributes[ACCOUNT_PAGE_ATTRIBUTE]);
    const hasClient = async () =>
      (await configuration.allClients()).some(({ clientId, enabled }) => clientId === CLIENT && enabled);
    expectNone([
      ...faultsOfSwitches(attributes, [ACCOUNT_PAGE_ATTRIBUTE, ACCOUNT_DELETION_ATTRIBUTE]),
      ...(!isOn || (await hasClient()) ? [] : [`the client ${CLIENT} is disabled`]),
    ]);
    return isOn ? 'on' : undefined;
  },
};
