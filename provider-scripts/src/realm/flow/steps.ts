/** Finds the executions of a flow that a sign-in can reach: walks its tree as Keycloak's `DefaultAuthenticationFlow` does. */
import {
  type Execution,
  enabledIn,
  partsOf,
  type StoredExecution,
} from '../../platform/keycloak/execution.ts';
import type { RealmKind } from '../settings/table.ts';
import { isLinksOnly, isOtherStep, isStep, STEP_IDS } from './step-ids.ts';

/**
 * Whether a flow begins with Linkgate's step, which is then required for whatever follows: as first login flow of an identity provider, it makes
 * the sign-in page offer that provider (contract, section 11).
 */
export function beginsWithStep(flow: readonly StoredExecution[], kind: RealmKind): boolean {
  const [first] = enabledIn(flow);
  return first?.requirement === 'REQUIRED' && isStep(first, kind) && !isLinksOnly(first);
}

/** Whether a flow requires nothing besides Linkgate's step, so that no other step follows it. */
export function isWholeFlow(flow: readonly Execution[], kind: RealmKind): boolean {
  return enabledIn(flow).every((one) => {
    if (one.parts === null) return one.requirement === 'ALTERNATIVE' || isStep(one, kind);
    return isWholeFlow(one.parts, kind) && (one.requirement === 'ALTERNATIVE' || hasStep(one.parts, kind));
  });
}

/** Whether a flow has Linkgate's step where nothing is disabled. */
export function hasStep(flow: readonly StoredExecution[], kind: RealmKind): boolean {
  return enabledSteps(flow, kind).length > 0;
}

/** Linkgate's steps in a flow, where nothing is disabled. */
export function enabledSteps(flow: readonly StoredExecution[], kind: RealmKind): StoredExecution[] {
  return executionsAmong(flow, enabledIn).filter((one) => isStep(one, kind));
}

/** The same, with those of the other kind of realm, which are skipped. */
export function enabledStepsOfAnyRealm(flow: readonly StoredExecution[]): StoredExecution[] {
  return executionsAmong(flow, enabledIn).filter(({ authenticator }) =>
    STEP_IDS.includes(authenticator ?? ''),
  );
}

/** Linkgate's steps in a flow, also where something is disabled. */
export function allSteps(flow: readonly StoredExecution[], kind: RealmKind): StoredExecution[] {
  return executionsAmong(flow, (all) => all).filter((one) => isStep(one, kind));
}

type Selection = (flow: readonly StoredExecution[]) => readonly StoredExecution[];

function executionsAmong(flow: readonly StoredExecution[], select: Selection): StoredExecution[] {
  const found: StoredExecution[] = [];
  for (const one of select(flow)) found.push(one, ...executionsAmong(one.parts ?? [], select));
  return found;
}

/** Keycloak's authenticators that always deny, or always allow access. */
const DENY = 'deny-access-authenticator';
const ALLOW = 'allow-access-authenticator';

/**
 * Returns the authenticator executions that a sign-in can reach and still complete, in order. Unreachable are:
 *
 * - disabled executions, with everything below them
 * - alternatives beside a required or conditional execution
 * - conditional sub-flows without an enabled condition
 * - executions beside a required one that always fails: it denies access, is an empty sub-flow, or requires a user that no earlier execution
 *   can have identified
 * - alternatives after one that always denies or always allows access
 * - the step of the other kind of realm, and executions beside a required one
 */
export function reachableExecutions(flow: readonly Execution[], kind: RealmKind): Execution[] {
  return walk(flow, false, kind).reached;
}

/** The result of walking a flow. */
interface WalkResult {
  reached: Execution[];
  /**
   * `mayPass`: it can succeed; `alwaysPasses`: it always succeeds; `fails`: it always fails, and the next alternative is tried; `denies`:
   * it always denies access, and nothing else is tried.
   */
  outcome: 'mayPass' | 'alwaysPasses' | 'fails' | 'denies';
  /** Whether the user can have been identified by then. */
  identified: boolean;
}

const DENIES: WalkResult = { reached: [], outcome: 'denies', identified: false };
const FAILS: WalkResult = { reached: [], outcome: 'fails', identified: false };

function walk(flow: readonly Execution[], identified: boolean, kind: RealmKind): WalkResult {
  const { required, alternatives } = partsOf(flow);
  return required.length > 0
    ? walkRequired(required, identified, kind)
    : walkAlternatives(alternatives, identified, kind);
}

/** Walks required and conditional executions: all of them must succeed, except conditional ones whose condition isn't met. */
function walkRequired(parts: readonly Execution[], identifiedBefore: boolean, kind: RealmKind): WalkResult {
  const reached: Execution[] = [];
  let identified = identifiedBefore;
  let outcome: WalkResult['outcome'] = 'fails';
  for (const execution of parts) {
    const isConditional = execution.requirement === 'CONDITIONAL';
    if (isConditional && execution.parts !== null && !hasCondition(execution.parts)) continue;
    const walked = walkExecution(execution, identified, kind);
    if (!isConditional && blocksFlow(walked)) return walked;
    if (isConditional || walked.outcome !== 'alwaysPasses') outcome = 'mayPass';
    else if (outcome === 'fails') outcome = 'alwaysPasses';
    reached.push(...walked.reached);
    identified ||= walked.identified;
  }
  return { reached, outcome, identified };
}

/** Walks alternatives: one of them must succeed. */
function walkAlternatives(
  parts: readonly Execution[],
  identifiedBefore: boolean,
  kind: RealmKind,
): WalkResult {
  const reached: Execution[] = [];
  let identified = identifiedBefore;
  let outcome: WalkResult['outcome'] = 'fails';
  for (const execution of parts) {
    const walked = walkExecution(execution, identifiedBefore, kind);
    if (walked.outcome === 'fails') continue;
    if (walked.outcome === 'denies') return outcome === 'mayPass' ? { reached, outcome, identified } : DENIES;
    outcome = walked.outcome;
    reached.push(...walked.reached);
    identified ||= walked.identified;
    if (outcome === 'alwaysPasses') break;
  }
  return { reached, outcome, identified };
}

function blocksFlow({ outcome }: WalkResult): boolean {
  return outcome === 'fails' || outcome === 'denies';
}

function walkExecution(execution: Execution, identified: boolean, kind: RealmKind): WalkResult {
  const { parts, authenticator } = execution;
  // A link brings its user along.
  const requiresUser = execution.requiresUser && !isLinksOnly(execution);
  if (parts !== null) return walk(parts, identified, kind);
  if (isOtherStep(execution, kind)) return FAILS;
  if (authenticator === DENY) return DENIES;
  if (authenticator === ALLOW) return { reached: [execution], outcome: 'alwaysPasses', identified };
  if (requiresUser) return identified ? { reached: [execution], outcome: 'mayPass', identified } : FAILS;
  return { reached: [execution], outcome: 'mayPass', identified: true };
}

function hasCondition(flow: readonly Execution[]): boolean {
  return enabledIn(flow).some(({ isCondition }) => isCondition);
}
