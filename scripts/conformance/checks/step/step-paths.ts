/** Without a link of a step, Linkgate's path is Keycloak's own 404. */
import type { Check } from '../../probe/check.ts';
import { expectSame, expectThat } from '../../probe/fault.ts';

export const STEP_PATHS: Check = {
  name: 'step-paths',
  proves: 'contract 10',
  realms: 'step',
  fix: 'a proxy in front must pass /realms/<realm>/verify-email on unchanged; every node needs the same linkgate.jar',
  run: async (probe) => {
    const [own, none] = [await probe.get('/verify-email'), await probe.get('/no-such-path')];
    expectThat(own.status === 404, `/verify-email returns ${own.status}`);
    expectSame('/verify-email', own.text, none.text);
    return undefined;
  },
};
