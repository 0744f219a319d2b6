/** How many steps a sign-in flow requires, and whether it offers identity providers: after one, Keycloak skips the whole flow. */

import { enabledIn, partsOf } from '../../platform/keycloak/execution.ts';

/** An execution, as far as it is looked at here. */
export interface Step {
  readonly requirement: string;
  readonly authenticator: string | null;
  readonly isCondition: boolean;
  readonly offersProviders: boolean;
  readonly parts: readonly Step[] | null;
}

/** Keycloak's steps that require no user action. */
const SILENT: readonly (string | null)[] = ['auth-cookie', 'allow-access-authenticator'];

/**
 * The maximum number of steps that a flow may require. As in Keycloak, alternatives beside a required or conditional part are ignored,
 * and one of several alternatives is enough.
 */
export function maxRequiredSteps(flow: readonly Step[]): number {
  const { required, alternatives } = partsOf(flow);
  if (required.length > 0) return required.reduce((sum, part) => sum + stepsOf(part), 0);
  return Math.max(0, ...alternatives.map(stepsOf));
}

function stepsOf({ authenticator, parts }: Step): number {
  if (parts !== null) return maxRequiredSteps(parts);
  return SILENT.includes(authenticator) ? 0 : 1;
}

/** Whether a flow has a step that leads to identity providers, or whose page lists them: its author lets users sign in from there. */
export function offersProviders(flow: readonly Step[]): boolean {
  return enabledIn(flow).some((step) =>
    step.parts === null ? step.offersProviders : offersProviders(step.parts),
  );
}
