/** Which flows removal deletes, and what is bound instead of them. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import FLOW from '../../realm-config/flow.json' with { type: 'json' };
import { type Bindings, bindingsIn, moveBindings, overrideFlow, overrideOf } from '../add-step/bindings.ts';
import { Failure } from '../failure.ts';
import { objectChange } from '../seed/change.ts';
import type { SeedTarget } from '../seed/target.ts';
import type { Remaining } from './former.ts';
import type { Found, FoundFlow } from './found.ts';
import { isSecondFactorFlow } from './second-factor.ts';

/** Keycloak's own browser flow, which every realm has and can't lose. */
const KEYCLOAK_FLOW = 'browser';

/** Keycloak's own flow for first sign-ins through identity providers: administrators bind the seeded one instead, to have these offered. */
const KEYCLOAK_FIRST_LOGIN = 'first broker login';
const FIRST_LOGIN_OF_REALM = 'firstBrokerLoginFlow';

const UNREADABLE = "can't be read, not even from an export, since a provider is missing";

/** A flow that a command made, and what takes its place. */
interface RemovedFlow {
  readonly flow: FoundFlow;
  readonly bindings: Bindings;
  readonly to: FoundFlow;
  /** What takes its place at first sign-ins through identity providers. */
  readonly firstLogin: string;
  /** The clients that have it as their flow. */
  readonly clients: readonly ClientRepresentation[];
}

export interface FlowPlan {
  readonly removed: readonly RemovedFlow[];
  /** The realm's bindings, by field. */
  readonly bindings: Readonly<Record<string, string>>;
  readonly left: readonly Remaining[];
  readonly unknown: readonly Remaining[];
}

/**
 * Plans it.
 * @throws Failure for a bound flow with the step that no command made: taking the step out could leave a sign-in without any proof
 */
export function planFlows(found: Found): FlowPlan {
  const { flows, representation, providers, clients, record } = found;
  const of = (flow: FoundFlow) => ({
    flow,
    bindings: bindingsIn(representation, providers, flow.alias),
    clients: clients.filter((client) =>
      Object.values(client.authenticationFlowBindingOverrides ?? {}).includes(flow.id),
    ),
  });
  const seeded = flows.find((flow) => isSeededFlow(flow, found));
  const former = record?.values.find(
    ({ path: [part, field] }) => part === 'realm' && field === 'browserFlow',
  );
  const copies = flows.filter((flow) => flow.mark !== undefined);
  const unknown: Remaining[] = [];
  const problems: string[] = [];

  const target = (flow: FoundFlow, alias: string | undefined): FoundFlow => {
    const to = original(flows, alias);
    const isKnown = to !== undefined && to !== seeded;
    const { bindings } = of(flow);
    const hasFirstLogin = flow === seeded && flows.some((one) => one.alias === KEYCLOAK_FIRST_LOGIN);
    const others = [
      ...bindings.realm.filter(
        (field) => field !== 'browserFlow' && !(hasFirstLogin && field === FIRST_LOGIN_OF_REALM),
      ),
      ...bindings.providers
        .filter((provider) => !hasFirstLogin || provider.postBrokerLoginFlowAlias === flow.alias)
        .map((provider) => `identity provider ${provider.alias}`),
    ];
    // Seeding binds its flow as the browser flow only, and the guide as a first login flow.
    if (others.length > 0 && (!isKnown || flow === seeded))
      problems.push(`${flow.alias}: ${others.join(', ')}`);
    if (isKnown) return to;
    const fallback = flows.find((one) => one.alias === KEYCLOAK_FLOW);
    if (fallback === undefined)
      throw new Failure(`flow ${KEYCLOAK_FLOW}: not in this realm, so there is none to bind`);
    if (bindings.realm.includes('browserFlow'))
      unknown.push({
        object: 'realm',
        field: 'browserFlow',
        reason: `what was bound before isn't known${alias === undefined ? '' : ` (${alias} no longer exists)`}; ${KEYCLOAK_FLOW} is bound`,
      });
    return fallback;
  };
  const removed = [
    ...(seeded === undefined
      ? []
      : [
          {
            ...of(seeded),
            to: target(seeded, textIn(former?.before)),
            firstLogin: KEYCLOAK_FIRST_LOGIN,
          },
        ]),
    ...copies.map((copy) => {
      const to = target(copy, copy.mark?.from);
      return { ...of(copy), to, firstLogin: to.alias };
    }),
  ];

  const left: Remaining[] = [];
  for (const flow of flows) {
    if (flow.step === 'absent' || removed.some((one) => one.flow === flow)) continue;
    const found = of(flow);
    // The second factor of clients and identity providers is taken off with them.
    if (isSecondFactorFlow(flow) && found.bindings.realm.length === 0) continue;
    const bound = [
      ...found.bindings.realm,
      ...found.bindings.providers.map(({ alias }) => `identity provider ${alias}`),
      ...found.clients.map(({ clientId }) => `client ${clientId}`),
    ];
    if (bound.length > 0)
      problems.push(`${flow.alias}: ${bound.join(', ')}${flow.step === 'unknown' ? ` (${UNREADABLE})` : ''}`);
    else
      left.push({
        object: `flow ${flow.alias}`,
        reason:
          flow.step === 'present'
            ? 'has the step, and no command made it: delete it, or take the step out'
            : `${UNREADABLE}: delete it if that is Linkgate's`,
      });
  }
  if (problems.length > 0)
    throw new Failure(
      'bind other flows first: what was bound before these, which have the step, is unknown',
      problems.map((problem) => `flow ${problem}`),
    );
  const bindings = Object.fromEntries(
    removed.flatMap(({ bindings, to, firstLogin }) =>
      bindings.realm.map((field) => [field, field === FIRST_LOGIN_OF_REALM ? firstLogin : to.alias]),
    ),
  );
  return { removed, bindings, left, unknown };
}

/** The flow that seeding makes: by its name, or that of the declarations that were used. */
function isSeededFlow({ alias, description, mark }: FoundFlow, { record }: Found): boolean {
  if (mark !== undefined) return false;
  return (
    alias === FLOW.alias ||
    (description === FLOW.description &&
      record?.values.some(({ path, after }) => path[1] === 'browserFlow' && after === alias) === true)
  );
}

/** The flow of that name; of a copy with the step, the one that it was made from. */
function original(flows: readonly FoundFlow[], alias: string | undefined): FoundFlow | undefined {
  const flow = flows.find((one) => one.alias === alias);
  return flow?.mark === undefined ? flow : original(flows, flow.mark.from);
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Binds the other flows to identity providers and clients; the realm's own bindings change together with its settings. */
export async function unbindFlows(
  target: SeedTarget,
  { flows }: Found,
  { removed }: FlowPlan,
): Promise<void> {
  const names = new Map(flows.map(({ id, alias }) => [id, alias]));
  for (const { flow, bindings, to, firstLogin, clients } of removed) {
    // A seeded flow is bound to providers as their first login flow only.
    await moveBindings(target, { ...bindings, realm: [] }, flow.alias, firstLogin);
    for (const client of clients) {
      const had = flow.mark?.clients?.includes(client.clientId ?? '') === true;
      if (overrideOf(client) === flow.id) await overrideFlow(target, client, had ? to.id : undefined, names);
    }
  }
}

/** Deletes the flows, which nothing names any more. */
export async function deleteFlows(
  { client, realm, apply }: SeedTarget,
  { removed }: FlowPlan,
): Promise<void> {
  for (const { flow } of removed)
    await apply([objectChange(realm, `flow ${flow.alias}`, 'removed')], () =>
      client.authenticationManagement.deleteFlow({ realm, flowId: flow.id }),
    );
}
