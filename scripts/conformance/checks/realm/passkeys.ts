/** Where passkeys are on, Keycloak's policy and action let users create ones that can sign in. */

import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';
import { PASSKEYS_FIX, problemsOfPasskeys } from '../../probe/passkey-policy.ts';

export const PASSKEYS: Check = {
  name: 'passkeys',
  proves: 'contract 11',
  needs: ['admin'],
  fix: `${PASSKEYS_FIX}; or the named attribute in the realm’s file`,
  run: async ({ configuration, target }) => {
    const attributes = await configuration.attributes();
    const isOn = readSetting(REALM.passkeys, attributes[REALM.passkeys.name]);
    expectNone(isOn ? await problemsOfPasskeys(configuration, target) : []);
    return isOn ? `offered ${attributes[REALM.passkeyOffers.name] || REALM.passkeyOffers.absent}` : undefined;
  },
};
