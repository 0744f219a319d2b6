/** Where accounts are told of new devices, the sign-in step remembers devices: every device would be new, and none is told. */
import { NEW_DEVICE_NOTICES_ATTRIBUTE } from '../../../../provider-scripts/src/realm/settings/new-device-notices.ts';
import { isSwitchedOn } from '../../../../provider-scripts/src/realm/settings/switch.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';
import { realmSettings } from '../../probe/settings.ts';
import { faultsOfSwitches } from '../../probe/switches.ts';

export const NEW_DEVICE_NOTICES: Check = {
  name: 'new-device-notices',
  proves: 'contract 11',
  needs: ['admin'],
  fix: 'Authentication, the flow bound as browser flow, the gear of Linkgate: magic link: Remember devices on; or the named attribute in the realm’s file',
  run: async ({ configuration }) => {
    const attributes = await configuration.attributes();
    const isOn = isSwitchedOn(attributes[NEW_DEVICE_NOTICES_ATTRIBUTE]);
    const isUseless = isOn && !(await realmSettings(configuration)).settings.rememberDevice;
    expectNone([
      ...faultsOfSwitches(attributes, [NEW_DEVICE_NOTICES_ATTRIBUTE]),
      ...(isUseless ? ['the sign-in step remembers no devices: no account is told of any'] : []),
    ]);
    return isOn ? 'sent' : undefined;
  },
};
