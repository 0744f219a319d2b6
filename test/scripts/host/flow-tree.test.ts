/** A flow is read once, with what is in it, down to a bound. */
import { expect, test, vi } from 'vitest';

vi.stubGlobal('Java', {
  type: () => ({ class: {} }),
  record: (map: Map<string, string>) => Object.fromEntries(map),
});
vi.mock('../../../provider-scripts/src/platform/keycloak/realm.ts', () => ({}));

/** By its address: scripts' types aren't those of tests. */
const SOURCE = new URL('../../../provider-scripts/src/platform/keycloak/flow-tree.ts', import.meta.url).href;
interface Stored {
  parts: Stored[] | null;
}
const { storedFlow } = (await import(SOURCE)) as { storedFlow(realm: object, flowId: string): Stored[] };

/** A realm in which each flow has these executions: the id of a sub-flow, or of an authenticator. */
function realmOf(flows: Readonly<Record<string, readonly { subFlow?: string; id?: string }[]>>) {
  return {
    getAuthenticationFlowById: (id: string) => ({ getId: () => id, getAlias: () => `name of ${id}` }),
    getAuthenticatorConfigById: () => ({ getConfig: () => new Map([['key', 'value']]) }),
    getAuthenticationExecutionsStream: (id: string) => ({
      toList: () =>
        (flows[id] ?? []).map(({ subFlow, id: own }) => ({
          getId: () => own ?? `to ${subFlow}`,
          getRequirement: () => 'REQUIRED',
          isAuthenticatorFlow: () => subFlow !== undefined,
          getFlowId: () => subFlow ?? null,
          getAuthenticator: () => own ?? null,
          getAuthenticatorConfig: () => (own === undefined ? null : 'config'),
        })),
    }),
  };
}

test('has authenticators with their configuration, and sub-flows with their names', () => {
  expect(storedFlow(realmOf({ top: [{ subFlow: 'below' }], below: [{ id: 'otp' }] }), 'top')).toEqual([
    {
      id: 'to below',
      requirement: 'REQUIRED',
      authenticator: null,
      configId: null,
      config: {},
      alias: 'name of below',
      parts: [
        {
          id: 'otp',
          requirement: 'REQUIRED',
          authenticator: 'otp',
          configId: 'config',
          config: { key: 'value' },
          alias: null,
          parts: null,
        },
      ],
    },
  ]);
});

test('ends in a flow that contains itself', () => {
  let depth = 0;
  let at: Stored[] | null = storedFlow(realmOf({ top: [{ subFlow: 'top' }] }), 'top');
  while (at !== null && at.length > 0) {
    depth += 1;
    at = at[0]?.parts ?? null;
  }
  expect(depth).toBe(11);
});
