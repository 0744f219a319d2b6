import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import { PASSKEYS_RULE } from '../../../../provider-scripts/src/sign-in/passkey/rule.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';
import { problemsOfPasskeys } from '../../probe/passkeys.ts';
import { realmSettings } from '../../probe/settings.ts';

export const PASSKEYS: Check = {
  name: PASSKEYS_RULE.id,
  proves: 'contract 11',
  needs: ['admin'],
  fix: `${PASSKEYS_RULE.fix}; or the named attribute in the realm’s file`,
  run: async ({ configuration, target }) => {
    const attributes = await configuration.attributes();
    const isOn = readSetting(REALM.passkeys, attributes[REALM.passkeys.name]);
    const remembersDevices = async () => (await realmSettings(configuration)).settings.rememberDevice;
    expectNone(isOn ? await problemsOfPasskeys(configuration, target, await remembersDevices()) : []);
    return isOn ? `offered ${attributes[REALM.passkeyOffers.name] || REALM.passkeyOffers.absent}` : undefined;
  },
};
