/**
 * The levels of authentication that a flow grants, and whether it grants that of a second factor without one: walks its tree as Keycloak's
 * `DefaultAuthenticationFlow` does (docs/decisions/sign-in.md).
 */
import { type Execution, enabledIn, partsOf } from '../../platform/keycloak/execution.ts';
import { FACTOR_LEVEL } from './setting.ts';

/** Keycloak's condition of a level, and its settings. */
export const LEVEL_CONDITION = 'conditional-level-of-authentication';
export const LEVEL_SETTING = 'loa-condition-level';
export const MAX_AGE_SETTING = 'loa-max-age';

/** Keycloak's condition that another sub-flow was executed, or wasn't. */
export const SUB_FLOW_CONDITION = 'conditional-sub-flow-executed';

/** Keycloak's authenticators that prove more than a mailbox, and the type of credential that each accepts. A passkey isn't one: a link suffices to create it. */
const SECOND_FACTORS: Readonly<Record<string, string>> = {
  'auth-otp-form': 'otp',
  'auth-recovery-authn-code-form': 'recovery-authn-codes',
  'webauthn-authenticator': 'webauthn',
};

/** The types of second factors: authenticator apps, recovery codes and security keys. */
export const SECOND_FACTOR_TYPES: readonly string[] = Object.entries(SECOND_FACTORS).map(([, type]) => type);

/** The levels that the conditions of a flow grant, also in sub-flows, without disabled ones. */
export function grantedLevels(flow: readonly Execution[]): number[] {
  const levels: number[] = [];
  for (const { requirement, parts } of enabledIn(flow)) {
    if (parts === null) continue;
    if (requirement === 'CONDITIONAL') levels.push(...levelsOf(parts));
    levels.push(...grantedLevels(parts));
  }
  return levels;
}

/** Whether the flow grants the level of a second factor, or a higher one, to a user who proved none. */
export function grantsWithoutFactor(flow: readonly Execution[]): boolean {
  return enabledIn(flow).some(({ requirement, parts }) => {
    if (parts === null) return false;
    const grants = requirement === 'CONDITIONAL' && levelsOf(parts).some((level) => level >= FACTOR_LEVEL);
    return (grants && canPass(parts)) || grantsWithoutFactor(parts);
  });
}

/** The types of credentials that a flow accepts for the level of a second factor; none if it doesn't grant that level, or without one. */
export function acceptedFactors(flow: readonly Execution[]): string[] {
  return grantsWithoutFactor(flow) ? [] : factorsOfLevel(flow);
}

function factorsOfLevel(flow: readonly Execution[]): string[] {
  const types: string[] = [];
  for (const { requirement, parts } of enabledIn(flow)) {
    if (parts === null) continue;
    const grants = requirement === 'CONDITIONAL' && levelsOf(parts).includes(FACTOR_LEVEL);
    types.push(...(grants ? factorsIn(parts) : factorsOfLevel(parts)));
  }
  return types;
}

/** A part of a flow that is found or to be made. */
interface AnyPart {
  readonly requirement: string;
  readonly authenticator?: string | null;
  readonly parts?: readonly AnyPart[] | null;
}

/** The types of credentials that the second factors in a flow accept. */
export function factorsIn(flow: readonly AnyPart[]): string[] {
  const types: string[] = [];
  for (const { authenticator = null, parts = null } of enabledIn(flow)) {
    if (parts !== null) types.push(...factorsIn(parts));
    else if (authenticator !== null && provesSecondFactor(authenticator))
      types.push(SECOND_FACTORS[authenticator] as string);
  }
  return types;
}

/** Whether an authenticator proves one. */
export function provesSecondFactor(authenticator: string | null): boolean {
  return authenticator !== null && Object.hasOwn(SECOND_FACTORS, authenticator);
}

/** The levels of the conditions in this very sub-flow. */
export function levelsOf(parts: readonly Execution[]): number[] {
  return enabledIn(parts)
    .filter(({ authenticator }) => authenticator === LEVEL_CONDITION)
    .map(({ config }) => Number.parseInt(config[LEVEL_SETTING] ?? '', 10))
    .filter((level) => level >= 0);
}

/** Whether a flow can be completed without a second factor. */
function canPass(flow: readonly Execution[]): boolean {
  const { required, alternatives } = partsOf(flow);
  if (required.length === 0) return alternatives.some(canPassPart);
  return required.every((part) => canSkip(part, required) || canPassPart(part));
}

/**
 * Whether a required part can be left out: a conditional sub-flow whose condition may not be met, or that has none. Of two, one may run only
 * if the other didn't: then one of them runs.
 */
function canSkip(part: Execution, beside: readonly Execution[]): boolean {
  if (part.requirement !== 'CONDITIONAL') return false;
  return (
    !beside.some((other) => runsInsteadOf(other, part) || runsInsteadOf(part, other)) ||
    isPairPassed(part, beside)
  );
}

/** Whether, of a part and the one that runs instead of it, either can be completed without a second factor. */
function isPairPassed(part: Execution, beside: readonly Execution[]): boolean {
  return beside.some(
    (other) => (runsInsteadOf(other, part) || runsInsteadOf(part, other)) && canPassPart(other),
  );
}

/** Whether a sub-flow runs exactly if another one beside it wasn't executed. */
function runsInsteadOf({ requirement, parts }: Execution, other: Execution): boolean {
  if (requirement !== 'CONDITIONAL' || parts === null || other.alias === null) return false;
  const conditions = enabledIn(parts).filter(({ isCondition }) => isCondition);
  return (
    conditions.length === 1 &&
    conditions.every(
      ({ authenticator, config }) =>
        authenticator === SUB_FLOW_CONDITION &&
        config.flow_to_check === other.alias &&
        config.check_result === 'not-executed',
    )
  );
}

function canPassPart({ authenticator, parts }: Execution): boolean {
  return parts === null ? !provesSecondFactor(authenticator) : canPass(parts);
}
