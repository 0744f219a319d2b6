/** A client's second factor is required wherever its setting says so, and no flow grants its level without one. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { isSafe } from '../../../../provider-scripts/src/realm/levels/flow-state.ts';
import { grantsWithoutFactor } from '../../../../provider-scripts/src/realm/levels/granted.ts';
import {
  AFTER_PROVIDER_FLOW,
  SECOND_FACTOR_FLOW,
} from '../../../../provider-scripts/src/realm/levels/made-flows.ts';
import {
  CREDENTIAL_CLIENTS,
  differingLevels,
} from '../../../../provider-scripts/src/realm/levels/setting.ts';
import type { SecondFactor } from '../../../../provider-scripts/src/realm/settings/choices.ts';
import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { attributeOf } from '../../probe/clients.ts';
import type { Configuration } from '../../probe/configuration.ts';
import { expectNone } from '../../probe/fault.ts';
import { clientPolicyFlows } from '../../probe/flows.ts';
import { partsOf } from '../../probe/levels.ts';
import { boundFlow, flowAliases } from '../../probe/settings.ts';

export const SECOND_FACTOR: Check = {
  name: 'second-factor',
  proves: 'contract 11',
  needs: ['admin'],
  fix: 'Realm settings, Security defenses, Brute force detection: on; set the client’s second factor again: npm run linkgate -- clients second-factor <client id> <value> --apply; undo the named change of a flow, or delete the flow once no client has it; at a named identity provider, choose Linkgate’s flow as post login flow, or one that asks for the second factor',
  run: async ({ configuration }) => {
    const clients = (await configuration.allClients()).map((client) => ({
      client,
      mode: readSetting(CLIENT.secondFactor, attributeOf(client, CLIENT.secondFactor.name)),
    }));
    const isUsed = clients.some(({ mode }) => mode !== 'none');
    if (!isUsed) return undefined;
    const problems = await problemsOfFlows(configuration);
    for (const { client, mode } of clients)
      problems.push(...(await problemsOfClient(configuration, client, mode)));
    problems.push(...(await problemsOfCredentialClients(configuration)));
    if (!(await configuration.realm()).bruteForceProtected)
      problems.push('brute force detection is off, so only limits by IP slow guesses of one-time passwords');
    problems.push(...(await problemsOfProviders(configuration)));
    expectNone(problems);
    return `clients with a second factor: ${clients.filter(({ mode }) => mode !== 'none').length}`;
  },
};

/** The flows that grant the level of a second factor without one, and those that take the place of Linkgate's own. */
async function problemsOfFlows(configuration: Configuration): Promise<string[]> {
  const problems: string[] = [];
  const aliases = await flowAliases(configuration);
  for (const alias of aliases)
    if (grantsWithoutFactor(await partsOf(configuration, alias)))
      problems.push(`flow ${alias}: grants level 2 without a second factor`);
  for (const alias of [SECOND_FACTOR_FLOW, AFTER_PROVIDER_FLOW])
    if (aliases.includes(alias) && !isSafe(await partsOf(configuration, alias)))
      problems.push(`flow ${alias}: was changed, and doesn’t require the second factor at level 2`);
  for (const alias of await clientPolicyFlows(configuration))
    if (aliases.includes(alias) && !isSafe(await partsOf(configuration, alias)))
      problems.push(`client policies choose flow ${alias}, which doesn’t require a second factor at level 2`);
  return problems;
}

async function problemsOfClient(
  configuration: Configuration,
  client: ClientRepresentation,
  mode: SecondFactor,
): Promise<string[]> {
  const at = `client ${client.clientId}`;
  if (mode === 'none') return [];
  const levels = differingLevels(mode, (name) => attributeOf(client, name));
  const alias = await boundFlow(configuration, client);
  return [
    ...levels.map((name) => `${at}: ${name} isn’t what second factor ${mode} needs`),
    ...(alias === SECOND_FACTOR_FLOW
      ? []
      : [`${at}: flow ${alias ?? 'of the realm'} is bound instead of ${SECOND_FACTOR_FLOW}`]),
  ];
}

/** Keycloak's own clients at which a link alone would let users replace their second factor. */
async function problemsOfCredentialClients(configuration: Configuration): Promise<string[]> {
  const problems: string[] = [];
  for (const client of await configuration.allClients())
    if (
      CREDENTIAL_CLIENTS.includes(client.clientId ?? '') &&
      client.enabled &&
      (await boundFlow(configuration, client)) !== SECOND_FACTOR_FLOW
    )
      problems.push(`client ${client.clientId}: a link suffices to replace a second factor there`);
  return problems;
}

/** The identity providers whose users can't sign in to these clients, or by their own post login flow without a second factor. */
async function problemsOfProviders(configuration: Configuration): Promise<string[]> {
  const { client, realm } = configuration.admin;
  const providers = await configuration.once('providers', () => client.identityProviders.find({ realm }));
  const problems: string[] = [];
  for (const { alias, enabled, postBrokerLoginFlowAlias: flow } of providers) {
    if (enabled === false || flow === AFTER_PROVIDER_FLOW) continue;
    if (!flow)
      problems.push(
        `identity provider ${alias}: no post login flow, so its users can’t sign in to these clients`,
      );
    else if (!isSafe(await partsOf(configuration, flow)))
      problems.push(
        `identity provider ${alias}: its post login flow ${flow} doesn’t require the second factor at level 2`,
      );
  }
  return problems;
}
