/** Takes off what the second factor of clients needs in Keycloak: flows, their bindings, and the clients' levels. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import {
  AFTER_PROVIDER_FLOW,
  SECOND_FACTOR_FLOW,
} from '../../provider-scripts/src/realm/levels/made-flows.ts';
import { levelAttributes } from '../../provider-scripts/src/realm/levels/setting.ts';
import { overrideOf, updateOf } from '../add-step/bindings.ts';
import { fieldChanges, objectChange } from '../seed/change.ts';
import { differences, overlay } from '../seed/diff.ts';
import type { SeedTarget } from '../seed/target.ts';
import type { Found, FoundFlow } from './found.ts';

/** Whether a flow is one that Linkgate made for clients with a second factor. */
export function isSecondFactorFlow({ alias }: FoundFlow): boolean {
  return alias === SECOND_FACTOR_FLOW || alias === AFTER_PROVIDER_FLOW;
}

/** Unbinds the flows from clients and identity providers; without them the realm's flow is in force. */
export async function unbindSecondFactor(
  target: SeedTarget,
  { flows, clients, providers }: Found,
): Promise<void> {
  const { client, realm, apply } = target;
  const flowId = flows.find(({ alias }) => alias === SECOND_FACTOR_FLOW)?.id;
  for (const one of clients)
    if (flowId !== undefined && overrideOf(one) === flowId) await unbind(target, one);
  for (const provider of providers) {
    const { alias = '', postBrokerLoginFlowAlias } = provider;
    if (postBrokerLoginFlowAlias !== AFTER_PROVIDER_FLOW) continue;
    // An empty name removes it.
    const without = { postBrokerLoginFlowAlias: '' };
    await apply(fieldChanges(realm, `identity provider ${alias}`, differences(without, provider)), () =>
      client.identityProviders.update({ realm, alias }, overlay(provider, without)),
    );
  }
}

async function unbind({ client, realm, apply }: SeedTarget, found: ClientRepresentation): Promise<void> {
  const { id = '', clientId = '', attributes = {} } = found;
  const made = levelAttributes('always');
  const own = Object.entries(attributes as Readonly<Record<string, unknown>>).filter(
    ([name, value]) => made[name] === value,
  );
  const change = {
    attributes: Object.fromEntries(own.map(([name]) => [name, null])),
    authenticationFlowBindingOverrides: { browser: '' },
  };
  await apply(fieldChanges(realm, `client ${clientId}`, differences(change, found)), () =>
    client.clients.update({ realm, id }, updateOf(found, change)),
  );
}

/** Deletes the flows, which nothing names any more. */
export async function deleteSecondFactorFlows(
  { client, realm, apply }: SeedTarget,
  { flows }: Found,
): Promise<void> {
  for (const flow of flows.filter(isSecondFactorFlow))
    await apply([objectChange(realm, `flow ${flow.alias}`, 'removed')], () =>
      client.authenticationManagement.deleteFlow({ realm, flowId: flow.id }),
    );
}
