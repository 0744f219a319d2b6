/** The step's page can be reached in the client's sign-in, and renders in the realm's theme. */
import type { Check } from '../../probe/check.ts';
import { openStep } from '../../probe/step-sign-in.ts';

export const STEP_PAGE: Check = {
  name: 'step-page',
  proves: 'contract 10',
  realms: 'step',
  needs: ['admin', 'confidential'],
  fix: 'the server’s log has the reason; a login theme of your own needs a template.ftl with Keycloak’s registrationLayout, as themes based on keycloak.v2 have it',
  run: async (probe) => {
    await openStep(probe, probe.target.emailTo);
    return undefined;
  },
};
