/** Where accounts are told of new devices, the sign-in step remembers devices: every device would be new, and none is told. */
import {
  NEW_DEVICE_NOTICE_MODES,
  NEW_DEVICE_NOTICES_ATTRIBUTE,
  sendsNewDeviceNotices,
} from '../../../../provider-scripts/src/settings/new-device-notices.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';
import { realmSettings } from '../../probe/settings.ts';

export const NEW_DEVICE_NOTICES: Check = {
  name: 'new-device-notices',
  proves: 'contract 11',
  needs: ['admin'],
  fix: 'Authentication, the flow bound as browser flow, the gear of Linkgate: magic link: Remember devices on; or the named attribute in the realm’s file',
  run: async ({ configuration }) => {
    const mode = (await configuration.attributes())[NEW_DEVICE_NOTICES_ATTRIBUTE];
    const isOn = sendsNewDeviceNotices(mode);
    const isKnown = !mode || NEW_DEVICE_NOTICE_MODES.some((choice) => choice === mode);
    const isUseless = isOn && !(await realmSettings(configuration)).settings.rememberDevice;
    expectNone([
      ...(isKnown
        ? []
        : [`${NEW_DEVICE_NOTICES_ATTRIBUTE} is ${mode} instead of ${NEW_DEVICE_NOTICE_MODES.join(' or ')}`]),
      ...(isUseless ? ['the sign-in step remembers no devices: no account is told of any'] : []),
    ]);
    return isOn ? 'sent' : undefined;
  },
};
