/** Which flows client policies may choose for a client. */
import { describe, expect, test } from 'vitest';
import {
  type Condition,
  flowsOfPolicies,
  mayApply,
  type Policy,
  type PolicyClient,
  type Profile,
} from '../../../../provider-scripts/src/realm/flow/policies.ts';

const ANY: Condition = { condition: 'any-client', configuration: {} };

function profile(name: string, alias: unknown, executor = 'auth-flow-enforcer'): Profile {
  return { name, executors: [{ executor, configuration: { 'auth-flow-alias': alias } }] };
}

function policy(fields: Policy = {}): Policy {
  return { enabled: true, conditions: [ANY], profiles: ['one'], ...fields };
}

describe('a policy', () => {
  test('chooses the flows of all its profiles', () => {
    const profiles = [profile('one', 'first'), profile('two', 'second'), profile('three', 'third')];
    expect(flowsOfPolicies([policy({ profiles: ['one', 'three', 'gone'] })], profiles)).toEqual([
      { alias: 'first', conditions: [ANY] },
      { alias: 'third', conditions: [ANY] },
    ]);
  });

  test('has the realm’s profile if the server has one of that name, too', () => {
    const [flow] = flowsOfPolicies([policy()], [profile('one', 'own'), profile('one', 'other')]);
    expect(flow?.alias).toBe('own');
  });

  test.each<[string, Policy, Profile]>([
    ['that is disabled', policy({ enabled: false }), profile('one', 'first')],
    ['without a condition', policy({ conditions: [] }), profile('one', 'first')],
    ['without a profile', policy({ profiles: [] }), profile('one', 'first')],
    ['of another executor', policy(), profile('one', 'first', 'pkce-enforcer')],
    ['whose executor names no flow', policy(), profile('one', undefined)],
  ])('%s chooses none', (_, one, of) => {
    expect(flowsOfPolicies([one], [of])).toEqual([]);
  });
});

const CLIENT: PolicyClient = {
  attribute: (name) => ({ flow: 'strict', empty: '' })[name] ?? null,
  accessType: 'confidential',
};

function attributes(...pairs: { key?: string; value?: string }[]): Condition {
  return { condition: 'client-attributes', configuration: { attributes: JSON.stringify(pairs) } };
}

function negated({ condition = '', configuration = {} }: Condition, is: unknown = true): Condition {
  return { condition, configuration: { ...configuration, 'is-negative-logic': is } };
}

const MATCHING = attributes({ key: 'flow', value: 'strict' });
const OTHER = attributes({ key: 'flow', value: 'other' });

describe('a policy may apply to a client', () => {
  test.each<[string, Condition[]]>([
    ['that is any', [ANY]],
    ['of its access type', [{ condition: 'client-access-type', configuration: { type: ['confidential'] } }]],
    ['that has its attribute', [MATCHING]],
    ['that lacks the attribute of a negated condition', [negated(OTHER)]],
    ['that lacks it, written as text', [negated(OTHER, 'true')]],
    ['if its condition is one for requests', [{ condition: 'acr-condition', configuration: {} }]],
    ['if its condition is unknown, negated or not', [negated({ condition: 'something' })]],
    [
      'if its condition can’t be read',
      [{ condition: 'client-attributes', configuration: { attributes: '{' } }],
    ],
    ['if its condition has no configuration', [{ condition: 'client-attributes' }]],
  ])('%s', (_, conditions) => {
    expect(mayApply(conditions, CLIENT)).toBe(true);
  });
});

describe('a policy does not apply to a client', () => {
  test.each<[string, Condition[]]>([
    ['of another access type', [{ condition: 'client-access-type', configuration: { type: ['public'] } }]],
    ['with another value of its attribute', [OTHER]],
    ['without its attribute', [attributes({ key: 'absent', value: '' })]],
    [
      'with a condition that requires one attribute twice',
      [attributes({ key: 'flow', value: 'strict' }, { key: 'flow', value: 'strict' })],
    ],
    ['that has the attribute of a negated condition', [negated(MATCHING)]],
    ['if it applies to no client', [negated(ANY)]],
    ['if one of its conditions doesn’t hold', [{ condition: 'acr-condition' }, ANY, OTHER]],
  ])('%s', (_, conditions) => {
    expect(mayApply(conditions, CLIENT)).toBe(false);
  });
});
