/** The settings of each enabled step are values that the contract allows; reports them. */
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';
import { readSteps } from '../../probe/step-flows.ts';

/** The settings that a report has beside the lifetime. */
const SHOWN = ['signUp', 'bindIp', 'emailContains', 'emailSender', 'unverified', 'passkeys'] as const;

export const STEP_SETTINGS: Check = {
  name: 'step-settings',
  proves: 'contract 2.6, 10',
  realms: 'step',
  needs: ['admin'],
  fix: 'correct the named setting: Authentication, the flow, the settings (gear) of “Linkgate: magic link step”',
  run: async ({ configuration }) => {
    const steps = await readSteps(configuration);
    expectNone(steps.flatMap(({ problems }) => problems));
    const { duplicateEmailsAllowed } = await configuration.realm();
    const shown = steps.map(({ alias, settings }) => {
      const values = SHOWN.map((name) => `${name} ${settings[name]}`);
      return `flow ${alias}: ${[`lifetime ${settings.linkLifetimeSeconds}`, ...values].join(', ')}`;
    });
    const shared = 'the realm allows duplicate emails: users who share an address get no link';
    return [...shown, ...(duplicateEmailsAllowed ? [shared] : [])].join('; ');
  },
};
