/** Which flows removal deletes, and what is bound instead. */
import { describe, expect, test } from 'vitest';
import FLOW from '../../../realm-config/flow.json' with { type: 'json' };
import type { Mark } from '../../../scripts/add-step/mark.ts';
import { Failure } from '../../../scripts/failure.ts';
import { planFlows } from '../../../scripts/remove/flows.ts';
import type { Found, FoundFlow } from '../../../scripts/remove/found.ts';
import type { FormerValue } from '../../../scripts/seed/former-values/record.ts';

const flow = (alias: string, step: FoundFlow['step'] = 'absent', mark?: Mark): FoundFlow => ({
  id: `id of ${alias}`,
  alias,
  step,
  description: alias === FLOW.alias ? FLOW.description : '',
  ...(mark && { mark }),
});
const browser = flow('browser');
const own = flow('own');
const seeded = flow(FLOW.alias, 'present');
const copy = flow('copy', 'present', { from: 'own', step: 'alternative' });

const found = (flows: readonly FoundFlow[], fields: object, more: object = {}): Found =>
  ({ flows, representation: fields, providers: [], clients: [], ...more }) as unknown as Found;
const formerly = (before: string) => ({
  record: {
    incomplete: false,
    values: [{ path: ['realm', 'browserFlow'], before, after: FLOW.alias }] satisfies FormerValue[],
  },
});
const aliases = ({ removed }: ReturnType<typeof planFlows>) => removed.map((one) => one.flow.alias);

/** The details of the failure. */
function problems(realm: Found): readonly string[] {
  try {
    planFlows(realm);
  } catch (error) {
    if (error instanceof Failure) return error.details;
  }
  throw new Error('it was planned');
}

test('the seeded flow gives way to the former one', () => {
  const plan = planFlows(found([browser, own, seeded], { browserFlow: FLOW.alias }, formerly('own')));
  expect([aliases(plan), plan.bindings, plan.unknown]).toEqual([[FLOW.alias], { browserFlow: 'own' }, []]);
});

test('if the former one was a copy with the step, to the flow that it was made from', () => {
  const plan = planFlows(found([browser, own, copy, seeded], { browserFlow: FLOW.alias }, formerly('copy')));
  expect([aliases(plan), plan.bindings]).toEqual([[FLOW.alias, 'copy'], { browserFlow: 'own' }]);
});

test.each([
  ['no former one is known', {}],
  ['the former one is gone', formerly('gone')],
])('if %s, to Keycloak’s, which is said', (_, record) => {
  const plan = planFlows(found([browser, seeded], { browserFlow: FLOW.alias }, record));
  expect(plan.bindings).toEqual({ browserFlow: 'browser' });
  expect(plan.unknown).toHaveLength(1);
});

test('a copy gives way to its original, also at identity providers and clients', () => {
  const provider = { alias: 'corp', postBrokerLoginFlowAlias: 'copy' };
  const client = { clientId: 'shop', authenticationFlowBindingOverrides: { browser: copy.id } };
  const realm = found(
    [browser, own, copy],
    { browserFlow: 'own' },
    { providers: [provider], clients: [client] },
  );
  const [removed] = planFlows(realm).removed;
  expect([removed?.to, removed?.bindings.providers, removed?.clients]).toEqual([own, [provider], [client]]);
});

describe('a flow with the step that no command made', () => {
  const byHand = flow('by hand', 'present');

  test('is left if nothing names it, and so is one that can’t be read', () => {
    const plan = planFlows(found([browser, byHand, flow('broken', 'unknown')], { browserFlow: 'browser' }));
    expect([plan.removed, plan.left.map(({ object }) => object)]).toEqual([
      [],
      ['flow by hand', 'flow broken'],
    ]);
  });

  test('stops removal if it is bound, and each binding is named', () => {
    const clients = [{ clientId: 'shop', authenticationFlowBindingOverrides: { browser: byHand.id } }];
    const providers = [{ alias: 'corp', firstBrokerLoginFlowAlias: 'by hand' }];
    const realm = found([browser, byHand], { browserFlow: 'by hand' }, { clients, providers });
    expect(problems(realm)).toEqual(['flow by hand: browserFlow, identity provider corp, client shop']);
    expect(problems(found([browser, flow('broken', 'unknown')], { browserFlow: 'broken' }))).toEqual([
      expect.stringMatching(/^flow broken: browserFlow \(can't be read, .* a provider is missing\)$/),
    ]);
  });
});

test('the seeded flow stops removal where seeding doesn’t bind it', () => {
  const realm = found([browser, seeded], { browserFlow: FLOW.alias, resetCredentialsFlow: FLOW.alias });
  expect(problems(realm)).toEqual([`flow ${FLOW.alias}: resetCredentialsFlow`]);
});

test('providers and the realm get Keycloak’s first login flow back', () => {
  const bound = { browserFlow: FLOW.alias, firstBrokerLoginFlow: FLOW.alias };
  const providers = [{ alias: 'corp', firstBrokerLoginFlowAlias: FLOW.alias }];
  const flows = [browser, flow('first broker login'), seeded];
  const plan = planFlows(found(flows, bound, { providers, ...formerly('browser') }));
  expect(plan.bindings).toEqual({ browserFlow: 'browser', firstBrokerLoginFlow: 'first broker login' });
  expect(plan.removed.map(({ firstLogin }) => firstLogin)).toEqual(['first broker login']);
  expect(problems(found([browser, seeded], bound))).toEqual([`flow ${FLOW.alias}: firstBrokerLoginFlow`]);
});
