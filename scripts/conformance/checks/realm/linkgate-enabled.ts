/** The realm is a Linkgate realm. */
import { ENABLED_ATTRIBUTE } from '../../../../provider-scripts/src/platform/keycloak/realm-switches.ts';
import type { Check } from '../../probe/check.ts';
import { expectSame } from '../../probe/fault.ts';

export const LINKGATE_ENABLED: Check = {
  name: 'linkgate-enabled',
  proves: 'contract 1',
  needs: ['admin'],
  fix: `set the realm attribute: kcadm.sh update realms/<realm> -s 'attributes."${ENABLED_ATTRIBUTE}"=true'; or remove it where the realm only has the step`,
  run: async ({ configuration }) => {
    expectSame(
      `realm attribute ${ENABLED_ATTRIBUTE}`,
      (await configuration.attributes())[ENABLED_ATTRIBUTE],
      'true',
    );
  },
};
