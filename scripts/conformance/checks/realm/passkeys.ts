/** Where passkeys are on, they can be offered: users can create ones that can sign in. */
import {
  DEFAULT_PASSKEY_OFFERS,
  PASSKEY_OFFERS_ATTRIBUTE,
  PASSKEY_OFFERS_SHAPE,
  PASSKEYS_ATTRIBUTE,
} from '../../../../provider-scripts/src/realm/settings/passkeys.ts';
import { isSwitchedOn } from '../../../../provider-scripts/src/realm/settings/switch.ts';
import { PASSKEYS_RULE } from '../../../../provider-scripts/src/sign-in/passkey/rule.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';
import { problemsOfPasskeys } from '../../probe/passkeys.ts';
import { realmSettings } from '../../probe/settings.ts';
import { faultsOfSwitches } from '../../probe/switches.ts';

export const PASSKEYS: Check = {
  name: PASSKEYS_RULE.id,
  proves: 'contract 11',
  needs: ['admin'],
  fix: `${PASSKEYS_RULE.fix}; or the named attribute in the realm’s file`,
  run: async ({ configuration, target }) => {
    const attributes = await configuration.attributes();
    const offers = attributes[PASSKEY_OFFERS_ATTRIBUTE];
    const isOn = isSwitchedOn(attributes[PASSKEYS_ATTRIBUTE]);
    const remembersDevices = async () => (await realmSettings(configuration)).settings.rememberDevice;
    expectNone([
      ...faultsOfSwitches(attributes, [PASSKEYS_ATTRIBUTE]),
      ...(!offers || PASSKEY_OFFERS_SHAPE.test(offers)
        ? []
        : [`${PASSKEY_OFFERS_ATTRIBUTE} is ${offers} instead of a value such as ${DEFAULT_PASSKEY_OFFERS}`]),
      ...(isOn ? await problemsOfPasskeys(configuration, target, await remembersDevices()) : []),
    ]);
    return isOn ? `offered ${offers || DEFAULT_PASSKEY_OFFERS}` : undefined;
  },
};
