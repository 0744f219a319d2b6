/** The realm is a Linkgate realm. */
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { expectSame } from '../../probe/fault.ts';

export const LINKGATE_ENABLED: Check = {
  name: 'linkgate-enabled',
  proves: 'contract 1',
  needs: ['admin'],
  fix: `set the realm attribute: kcadm.sh update realms/<realm> -s 'attributes."${REALM.enabled.name}"=true'; or remove it where the realm only has the step`,
  run: async ({ configuration }) => {
    expectSame(
      `realm attribute ${REALM.enabled.name}`,
      (await configuration.attributes())[REALM.enabled.name],
      'true',
    );
  },
};
