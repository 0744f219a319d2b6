/** Where a step offers passkeys, users can create ones that can sign in. */
import { PASSKEYS_RULE } from '../../../../provider-scripts/src/sign-in/passkey/rule.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone, NotApplicable } from '../../probe/fault.ts';
import { problemsOfPasskeys } from '../../probe/passkeys.ts';
import { readSteps } from '../../probe/step-flows.ts';

export const STEP_PASSKEYS: Check = {
  name: 'step-passkeys',
  proves: 'contract 10',
  realms: 'step',
  needs: ['admin'],
  fix: PASSKEYS_RULE.fix,
  run: async ({ configuration, target }) => {
    const steps = await readSteps(configuration);
    if (!steps.some(({ settings }) => settings.passkeys)) throw new NotApplicable('no step offers passkeys');
    expectNone(await problemsOfPasskeys(configuration, target, true));
    return undefined;
  },
};
