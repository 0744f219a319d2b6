/** Whether a flow grants the level of a second factor without one. */
import { describe, expect, test } from 'vitest';
import type { Execution } from '../../../../provider-scripts/src/platform/keycloak/execution.ts';
import { compareFlow, isSafe } from '../../../../provider-scripts/src/realm/levels/flow-state.ts';
import {
  acceptedFactors,
  factorsIn,
  grantedLevels,
  grantsWithoutFactor,
  LEVEL_CONDITION,
  LEVEL_SETTING,
} from '../../../../provider-scripts/src/realm/levels/granted.ts';
import {
  type MadePart,
  secondFactorFlows,
} from '../../../../provider-scripts/src/realm/levels/made-flows.ts';
import * as tree from '../../../support/flow-tree.ts';

type Requirement = Execution['requirement'];

function step(requirement: Requirement, id: string, config = {}): Execution {
  return tree.authenticator(requirement, id, { isCondition: id.startsWith('conditional-'), config });
}

function subFlow(requirement: Requirement, alias: string, ...parts: Execution[]): Execution {
  return tree.subFlow(requirement, alias, parts);
}

function level(number: number | string, ...parts: Execution[]): Execution {
  const condition = step('REQUIRED', LEVEL_CONDITION, { [LEVEL_SETTING]: String(number) });
  return subFlow('CONDITIONAL', `level ${number}`, condition, ...parts);
}

const LINK = step('REQUIRED', 'linkgate-email');
const OTP = step('REQUIRED', 'auth-otp-form');
const ALLOW = step('REQUIRED', 'allow-access-authenticator');

/** A made flow as it is read from the realm. */
function asRead(parts: readonly MadePart[]): Execution[] {
  return parts.map((part) =>
    'parts' in part
      ? subFlow(part.requirement, part.alias, ...asRead(part.parts))
      : step(part.requirement, part.authenticator, part.config),
  );
}

describe('level 2 needs a second factor', () => {
  test.each<[string, Execution[]]>([
    ['required', [LINK, level(2, OTP)]],
    ['among other steps', [LINK, level(2, ALLOW, OTP)]],
    [
      'one of several',
      [
        level(
          2,
          subFlow(
            'REQUIRED',
            'any',
            step('ALTERNATIVE', 'auth-otp-form'),
            step('ALTERNATIVE', 'webauthn-authenticator'),
          ),
        ),
      ],
    ],
    ['in a disabled part', [level(2, OTP, step('DISABLED', 'allow-access-authenticator'))]],
    [
      'with alternatives beside it, which Keycloak ignores',
      [level(2, OTP, step('ALTERNATIVE', 'allow-access-authenticator'))],
    ],
    ['of a sub-flow that nothing can complete', [level(2, subFlow('REQUIRED', 'empty'))]],
  ])('%s', (_, flow) => {
    expect(grantsWithoutFactor(flow)).toBe(false);
    expect(grantedLevels(flow)).toEqual([2]);
  });

  test.each<[string, Execution[]]>([
    ['nothing', [LINK, level(2, ALLOW)]],
    ['a link', [level(2, LINK)]],
    [
      'a passkey, which a link suffices to create',
      [level(2, step('REQUIRED', 'webauthn-authenticator-passwordless'))],
    ],
    ['a disabled form', [level(2, ALLOW, step('DISABLED', 'auth-otp-form'))]],
    [
      'an alternative',
      [level(2, step('ALTERNATIVE', 'auth-otp-form'), step('ALTERNATIVE', 'allow-access-authenticator'))],
    ],
    [
      'a form only for users who have one',
      [level(2, subFlow('CONDITIONAL', 'if', step('REQUIRED', 'conditional-user-configured'), OTP))],
    ],
    ['a higher level', [level(2, OTP), level(3, ALLOW)]],
    ['in a sub-flow', [subFlow('ALTERNATIVE', 'way', LINK, level(2, ALLOW))]],
  ])('and is granted without by %s', (_, flow) => {
    expect(grantsWithoutFactor(flow)).toBe(true);
  });

  test('a condition counts in a conditional sub-flow only, and if it is enabled', () => {
    const condition = (requirement: Requirement) =>
      step(requirement, LEVEL_CONDITION, { [LEVEL_SETTING]: '2' });
    expect(grantedLevels([subFlow('REQUIRED', 'in order', condition('REQUIRED'), ALLOW)])).toEqual([]);
    expect(grantedLevels([subFlow('CONDITIONAL', 'off', condition('DISABLED'), ALLOW)])).toEqual([]);
    expect(grantedLevels([subFlow('DISABLED', 'off', condition('REQUIRED'), ALLOW)])).toEqual([]);
    expect(grantedLevels([level('', ALLOW), level('two', ALLOW), level(0, ALLOW)])).toEqual([0]);
  });
});

const FLOWS = [true, false].flatMap((hasCodes) =>
  secondFactorFlows(hasCodes).map(({ alias, parts }) => [alias, hasCodes, parts] as const),
);

describe('the flows that Linkgate makes', () => {
  test.each(FLOWS)(
    'require a second factor at level 2: %s, with recovery codes: %s',
    (_, hasCodes, parts) => {
      expect(grantedLevels(asRead(parts))).toEqual([1, 2]);
      expect(isSafe(asRead(parts))).toBe(true);
      expect(compareFlow(parts, asRead(parts))).toBe('unchanged');
      expect(JSON.stringify(parts).includes('recovery')).toBe(hasCodes);
    },
  );

  const made = FLOWS[0]?.[2] ?? [];
  /** The flow with one part, at a path of positions, replaced. */
  function changed(path: readonly number[], change: (part: Execution) => Execution[]): Execution[] {
    const within = (parts: readonly Execution[], [at, ...rest]: readonly number[]): Execution[] =>
      parts.flatMap((part, index) => {
        if (index !== at) return [part];
        return rest.length === 0 ? change(part) : [{ ...part, parts: within(part.parts ?? [], rest) }];
      });
    return within(asRead(made), path);
  }

  const [existing, setUp] = [
    [1, 1],
    [1, 2],
  ];
  const other = (requirement: Requirement) => (part: Execution) => [{ ...part, requirement }];
  test.each<[string, number[], (part: Execution) => Execution[], 'changed' | 'unsafe']>([
    [
      'another factor beside',
      [...existing, 1],
      (part) => [part, step('ALTERNATIVE', 'webauthn-authenticator')],
      'changed',
    ],
    ['own settings of the link step', [0, 1], (part) => [{ ...part, config: { lifetime: '60' } }], 'changed'],
    [
      'another age of level 1',
      [0, 0],
      (part) => [{ ...part, config: { ...part.config, 'loa-max-age': '60' } }],
      'changed',
    ],
    ['a step after it', [1], (part) => [part, ALLOW], 'changed'],
    [
      'another way beside the form',
      [...existing, 1],
      (part) => [part, step('ALTERNATIVE', 'allow-access-authenticator')],
      'unsafe',
    ],
    ['no set-up', setUp, () => [], 'unsafe'],
    ['set-up disabled', setUp, other('DISABLED'), 'unsafe'],
    [
      'set-up without its forms',
      setUp,
      (part) => [{ ...part, parts: [...(part.parts ?? []).slice(0, 1), ALLOW] }],
      'unsafe',
    ],
    [
      'set-up under another condition, too',
      setUp,
      (part) => [{ ...part, parts: [step('REQUIRED', 'conditional-user-role'), ...(part.parts ?? [])] }],
      'unsafe',
    ],
    [
      'a renamed sub-flow, which the condition no longer finds',
      existing,
      (part) => [{ ...part, alias: 'other' }],
      'unsafe',
    ],
    ['level 2 disabled', [1], other('DISABLED'), 'unsafe'],
    ['level 2 always', [1], other('REQUIRED'), 'unsafe'],
    ['no level 1', [0, 0], () => [], 'unsafe'],
  ])('notice a change: %s', (_, path, change, state) => {
    expect(compareFlow(made, changed(path, change))).toBe(state);
  });
});

describe('the second factors that a flow accepts for level 2', () => {
  test.each<[string, Execution[], string[]]>([
    ['those in the level', [LINK, level(2, OTP)], ['otp']],
    [
      'in its sub-flows',
      [
        level(
          2,
          subFlow(
            'REQUIRED',
            'any',
            step('ALTERNATIVE', 'webauthn-authenticator'),
            step('ALTERNATIVE', 'auth-recovery-authn-code-form'),
          ),
        ),
      ],
      ['webauthn', 'recovery-authn-codes'],
    ],
    ['in a level within another', [level(1, LINK, level(2, OTP))], ['otp']],
    ['none of another level', [level(1, LINK, OTP), level(3, OTP)], []],
    ['none without a level', [LINK, OTP], []],
    ['none that is disabled', [level(2, OTP, step('DISABLED', 'webauthn-authenticator'))], ['otp']],
    ['none in a disabled level', [{ ...level(2, OTP), requirement: 'DISABLED' }], []],
    ['none where level 2 is granted without one', [level(2, ALLOW), level(2, OTP)], []],
  ])('%s', (_, flow, accepted) => {
    expect(acceptedFactors(flow)).toEqual(accepted);
  });

  test('the made flows accept what they are made for', () => {
    for (const { parts } of secondFactorFlows(true)) {
      expect(new Set(acceptedFactors(asRead(parts)))).toEqual(new Set(['otp', 'recovery-authn-codes']));
      expect(factorsIn(parts)).toEqual(acceptedFactors(asRead(parts)));
    }
  });
});
