/** Compares a flow for clients with a second factor with what Linkgate made: an administrator may have changed it. */

import type { Execution } from '../../platform/keycloak/execution.ts';
import { grantedLevels, grantsWithoutFactor } from './granted.ts';
import type { MadePart } from './made-flows.ts';
import { FACTOR_LEVEL, LINK_LEVEL } from './setting.ts';

/** `changed`: an administrator's changes still require the second factor; `unsafe`: they don't, or nobody could sign in. */
export type FlowState = 'absent' | 'unchanged' | 'changed' | 'unsafe';

/** The state of a flow that Linkgate made. */
export function compareFlow(
  made: readonly MadePart[],
  found: readonly Execution[],
): Exclude<FlowState, 'absent'> {
  if (isAsMade(made, found)) return 'unchanged';
  return isSafe(found) ? 'changed' : 'unsafe';
}

/** Whether a flow grants both levels, and that of the second factor to nobody who proved none. */
export function isSafe(flow: readonly Execution[]): boolean {
  const levels = grantedLevels(flow);
  return levels.includes(LINK_LEVEL) && levels.includes(FACTOR_LEVEL) && !grantsWithoutFactor(flow);
}

function isAsMade(made: readonly MadePart[], found: readonly Execution[]): boolean {
  return (
    made.length === found.length &&
    made.every((part, index) => {
      const { requirement, authenticator, config, alias, parts } = found[index] as Execution;
      if (part.requirement !== requirement) return false;
      if ('parts' in part) return parts !== null && part.alias === alias && isAsMade(part.parts, parts);
      return part.authenticator === authenticator && hasSame(part.config ?? {}, config);
    })
  );
}

function hasSame(wanted: Readonly<Record<string, string>>, found: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(wanted);
  return names.length === Object.keys(found).length && names.every((name) => found[name] === wanted[name]);
}
