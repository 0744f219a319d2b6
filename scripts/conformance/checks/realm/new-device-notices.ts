/** Where accounts are told of new devices, the sign-in step remembers devices: every device would be new, and none is told. */

import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';
import { realmSettings } from '../../probe/settings.ts';

export const NEW_DEVICE_NOTICES: Check = {
  name: 'new-device-notices',
  proves: 'contract 11',
  needs: ['admin'],
  fix: 'Authentication, the flow bound as browser flow, the gear of Linkgate: magic link: Remember devices on; or the named attribute in the realm’s file',
  run: async ({ configuration }) => {
    const attributes = await configuration.attributes();
    const isOn = readSetting(REALM.newDeviceNotices, attributes[REALM.newDeviceNotices.name]);
    const isUseless = isOn && !(await realmSettings(configuration)).settings.rememberDevice;
    expectNone(isUseless ? ['the sign-in step remembers no devices: no account is told of any'] : []);
    return isOn ? 'sent' : undefined;
  },
};
