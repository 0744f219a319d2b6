/** The sign-in step's settings that apply to a client, read from the configuration as the plugin reads them. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import {
  parseClientSettings,
  parseSettings,
  type Settings,
  strictest,
} from '../../../provider-scripts/src/realm/flow/parse.ts';
import { SECOND_FACTOR_FLOW } from '../../../provider-scripts/src/realm/levels/made-flows.ts';
import { attributeOf } from './clients.ts';
import type { Configuration } from './configuration.ts';
import { executionsOf, linkSteps } from './flows.ts';

/** Settings, and the problems of the stored values. */
interface Found {
  readonly settings: Settings;
  readonly problems: readonly string[];
}

/** The settings of the realm's own flow. */
export async function realmSettings(configuration: Configuration): Promise<Found> {
  return await flowSettings(configuration, (await configuration.realm()).browserFlow ?? '');
}

/** A client's settings: of the flow bound for it, overridden by its own attributes. */
export async function clientSettings(
  configuration: Configuration,
  client: ClientRepresentation,
): Promise<Found> {
  const alias = await boundFlow(configuration, client);
  const flow =
    alias === undefined ? await realmSettings(configuration) : await flowSettings(configuration, alias);
  const problems = alias === undefined ? [] : [...flow.problems];
  const settings = parseClientSettings(
    (name) => attributeOf(client, name) ?? null,
    flow.settings,
    (line) => problems.push(line),
  );
  return { settings, problems };
}

/** A client's settings by its client ID; the realm's if the client isn't visible. */
export async function settingsFor(configuration: Configuration, clientId: string): Promise<Settings> {
  const client = (await configuration.clients()).find((found) => found.clientId === clientId);
  const found = client ? clientSettings(configuration, client) : realmSettings(configuration);
  return (await found).settings;
}

/** The alias of the flow that is bound for a client. */
export async function boundFlow(
  configuration: Configuration,
  { authenticationFlowBindingOverrides }: ClientRepresentation,
): Promise<string | undefined> {
  const id: unknown = authenticationFlowBindingOverrides?.browser;
  if (!id) return undefined;
  return (await flowsOf(configuration)).find((flow) => flow.id === id)?.alias;
}

/** The aliases of the realm's flows. */
export async function flowAliases(configuration: Configuration): Promise<string[]> {
  return (await flowsOf(configuration)).map(({ alias = '' }) => alias);
}

/** The realm's top-level flows. */
export async function flowsOf(configuration: Configuration) {
  const { client, realm } = configuration.admin;
  return await configuration.once('flows', () => client.authenticationManagement.getFlows({ realm }));
}

/** The stored settings of a step, by the id of its configuration; empty if it has none. */
export async function stepConfig(
  configuration: Configuration,
  id: string | null,
): Promise<Readonly<Record<string, string>>> {
  if (id === null) return {};
  const { client, realm } = configuration.admin;
  const { config = {} } = await configuration.once(`settings ${id}`, () =>
    client.authenticationManagement.getConfig({ realm, id }),
  );
  return config;
}

async function flowSettings(configuration: Configuration, alias: string): Promise<Found> {
  const problems: string[] = [];
  const stepSettings: Settings[] = [];
  for (const { configId } of linkSteps(await executionsOf(configuration, alias))) {
    if (
      configId === null &&
      alias === SECOND_FACTOR_FLOW &&
      alias !== (await configuration.realm()).browserFlow
    ) {
      const realm = await realmSettings(configuration);
      stepSettings.push(realm.settings);
      problems.push(...realm.problems);
      continue;
    }
    const config = await stepConfig(configuration, configId);
    stepSettings.push(
      parseSettings(
        (name) => config[name] ?? null,
        (line) => problems.push(line),
      ),
    );
  }
  return { settings: strictest(stepSettings), problems };
}
