/** Each step stands where Keycloak runs it, and where a mailbox alone isn't two factors; reports what stands beside it. */
import { enabledSteps } from '../../../../provider-scripts/src/realm/flow/steps.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone, NotApplicable } from '../../probe/fault.ts';
import { executionsOf, UNREADABLE } from '../../probe/flows.ts';
import {
  factorsWithoutLink,
  isOnlySecondFactor,
  problemsOfPlaces,
  resetsBeyondMailbox,
  type StepFlow,
  stepFlows,
  unreadableFlows,
  waysBeside,
} from '../../probe/step-flows.ts';

export const STEP_PLACE: Check = {
  name: 'step-place',
  proves: 'contract 10',
  realms: 'step',
  needs: ['admin'],
  fix: 'Authentication, the flow: executions of one level are all required or conditional, or all alternatives; put the step and what belongs to it into a sub-flow, and bind the flow (Action, Bind flow)',
  run: async ({ configuration }) => {
    const flows = await stepFlows(configuration);
    if (flows.length === 0)
      throw new NotApplicable(`flow ${(await unreadableFlows(configuration)).join(', ')}: ${UNREADABLE}`);
    const problems = flows.flatMap(problemsOfPlaces);
    const active = flows.filter(({ tree }) => enabledSteps(tree, 'stock').length > 0);
    if (problems.length === 0 && active.length === 0) problems.push('every step is disabled');
    if (problems.length === 0 && active.every(({ kinds }) => kinds.length === 0))
      problems.push(`no flow with the step is bound: ${active.map(({ alias }) => alias).join(', ')}`);
    expectNone(problems);
    const { resetPasswordAllowed, resetCredentialsFlow = '' } = await configuration.realm();
    const resets =
      resetPasswordAllowed === true &&
      !resetsBeyondMailbox(await executionsOf(configuration, resetCredentialsFlow));
    const mailboxes = active.filter(
      ({ kinds, tree }) => kinds.includes('browser') && isOnlySecondFactor(tree),
    );
    expectNone(
      resets
        ? mailboxes.map(
            ({ alias }) =>
              `flow ${alias}: the step is the only second factor after a password that the same mailbox can reset`,
          )
        : [],
      'require a second factor in the flow for forgotten passwords, too (such as “Reset OTP” or a one-time password), or switch “Forgot password” off (Realm settings, Login)',
    );
    return active.map(noteOf).join('; ');
  },
};

/** What isn't wrong, but worth knowing. */
function noteOf({ alias, tree, kinds }: StepFlow): string {
  const beside = waysBeside(tree);
  const skipped = kinds.includes('browser') ? factorsWithoutLink(tree) : [];
  return [
    `flow ${alias}: ${kinds.length === 0 ? 'not bound' : `bound for ${kinds.join(', ')}`}`,
    ...(beside.length === 0 ? [] : [`beside ${beside.join(', ')}`]),
    ...(skipped.length === 0 ? [] : [`a sign-in by link doesn’t ask for ${skipped.join(', ')}`]),
  ].join(', ');
}
