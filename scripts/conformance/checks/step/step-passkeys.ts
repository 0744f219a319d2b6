/** Where a step offers passkeys, Keycloak's policy and action let users create ones that can sign in. */
import type { Check } from '../../probe/check.ts';
import { expectNone, NotApplicable } from '../../probe/fault.ts';
import { PASSKEYS_FIX, problemsOfPasskeys } from '../../probe/passkey-policy.ts';
import { readSteps } from '../../probe/step-flows.ts';

export const STEP_PASSKEYS: Check = {
  name: 'step-passkeys',
  proves: 'contract 10',
  realms: 'step',
  needs: ['admin'],
  fix: PASSKEYS_FIX,
  run: async ({ configuration, target }) => {
    const steps = await readSteps(configuration);
    if (!steps.some(({ settings }) => settings.passkeys)) throw new NotApplicable('no step offers passkeys');
    expectNone(await problemsOfPasskeys(configuration, target));
    return undefined;
  },
};
