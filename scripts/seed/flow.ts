/** Brings a realm's sign-in flow in line: the flow, its executions and their settings. */

import type Execution from '@keycloak/keycloak-admin-client/lib/defs/authenticationExecutionInfoRepresentation.js';
import { explainFailure } from '../admin/failure.ts';
import { Failure } from '../failure.ts';
import { fieldChanges, wholeChange } from './change.ts';
import { differences, overlay } from './diff.ts';
import type { Declared } from './schema.ts';
import type { SeedTarget } from './target.ts';

export type DesiredFlow = Declared<'flow.json'>;
type DesiredExecution = DesiredFlow['executions'][number];

/**
 * Creates the flow if it is missing, then creates or fixes its declared executions. What an administrator added to the flow
 * stays; a missing execution is added before it.
 */
export async function reconcileFlow(target: SeedTarget, desired: DesiredFlow): Promise<void> {
  const { client, realm, apply } = target;
  const { alias, description } = desired;
  const object = `flow ${alias}`;
  const flows = await client.authenticationManagement.getFlows({ realm });
  const actual = flows.find((flow) => flow.alias === alias);
  if (actual) {
    await apply(fieldChanges(realm, object, differences({ description }, actual)), () =>
      client.authenticationManagement.updateFlow(
        { realm, flowId: actual.id ?? '' },
        overlay(actual, { description }),
      ),
    );
  } else {
    await apply([wholeChange(realm, object, 'created')], () =>
      client.authenticationManagement.createFlow({
        realm,
        alias,
        description,
        providerId: 'basic-flow',
        topLevel: true,
        builtIn: false,
      }),
    );
  }
  for (const [place, execution] of desired.executions.entries()) {
    await checkSettings(target, execution);
    const existing = actual && (await findExecution(target, alias, execution.authenticator));
    if (existing) await updateExecution(target, alias, execution, existing);
    else await createExecution(target, alias, execution, place);
  }
}

async function createExecution(
  target: SeedTarget,
  flow: string,
  { authenticator, requirement, config }: DesiredExecution,
  place: number,
): Promise<void> {
  const { realm, apply } = target;
  const changes = [
    wholeChange(realm, executionObject(flow, authenticator), 'created'),
    wholeChange(realm, configObject(config), 'created'),
  ];
  await apply(changes, async () => {
    const added = await addExecution(target, flow, authenticator, place);
    await setRequirement(target, flow, added, requirement);
    await createConfig(target, added, config);
  });
}

async function updateExecution(
  target: SeedTarget,
  flow: string,
  { authenticator, requirement, config }: DesiredExecution,
  existing: Execution,
): Promise<void> {
  const { realm, apply } = target;
  const object = executionObject(flow, authenticator);
  await apply(fieldChanges(realm, object, differences({ requirement }, existing)), () =>
    setRequirement(target, flow, existing, requirement),
  );
  await reconcileConfig(target, existing, config);
}

async function setRequirement(
  { client, realm }: SeedTarget,
  flow: string,
  execution: Execution,
  requirement: DesiredExecution['requirement'],
): Promise<void> {
  const fixed = overlay(execution, { requirement });
  await client.authenticationManagement.updateExecution({ realm, flow }, fixed);
}

/** Keycloak adds at the end; from there the execution is moved up to its place. */
async function addExecution(
  admin: SeedTarget,
  flow: string,
  authenticator: string,
  place: number,
): Promise<Execution> {
  const { client, realm } = admin;
  await client.authenticationManagement.addExecutionToFlow({ realm, flow, provider: authenticator });
  const { id = '', index = place } = (await findExecution(admin, flow, authenticator)) ?? {};
  for (let current = index; current > place; current -= 1) {
    await client.authenticationManagement.raisePriorityExecution({ realm, id });
  }
  const added = await findExecution(admin, flow, authenticator);
  if (!added) throw new Failure(`flow ${flow} execution ${authenticator}: wasn't added`);
  return added;
}

/**
 * Rejects a server without the plugin, and settings that its authenticator doesn't declare: Keycloak would store them, but from then on
 * return `**********` for them.
 */
async function checkSettings(
  { client, realm }: SeedTarget,
  { authenticator, config }: DesiredExecution,
): Promise<void> {
  const { properties } = await client.authenticationManagement
    .getConfigDescription({ realm, providerId: authenticator })
    .catch((error: unknown) => {
      throw explainFailure(
        `authenticator ${authenticator}: not on this server; is the plugin installed?`,
        error,
      );
    });
  for (const setting of Object.keys(config.config)) {
    if (properties?.some(({ name, secret }) => name === setting && !secret)) continue;
    throw new Failure(`authenticator ${authenticator}: has no setting ${setting}`);
  }
}

async function findExecution(
  { client, realm }: SeedTarget,
  flow: string,
  authenticator: string,
): Promise<Execution | undefined> {
  const executions = await client.authenticationManagement.getExecutions({ realm, flow });
  return executions.find(({ providerId, level }) => providerId === authenticator && level === 0);
}

/** Fixes the declared settings of an authenticator; the others, which belong to the admin console, stay. */
async function reconcileConfig(
  target: SeedTarget,
  execution: Execution,
  declared: DesiredExecution['config'],
): Promise<void> {
  const { client, realm, apply } = target;
  const { config } = declared;
  const object = configObject(declared);
  const id = execution.authenticationConfig;
  if (!id) {
    await apply([wholeChange(realm, object, 'created')], () => createConfig(target, execution, declared));
    return;
  }
  const actual = await client.authenticationManagement.getConfig({ realm, id });
  await apply(fieldChanges(realm, object, differences({ config }, actual)), () =>
    client.authenticationManagement.updateConfig({ realm, ...overlay(actual, { config }), id }),
  );
}

async function createConfig(
  { client, realm }: SeedTarget,
  { id = '' }: Execution,
  { alias, config }: DesiredExecution['config'],
): Promise<void> {
  await client.authenticationManagement.createConfig({ realm, id, alias, config });
}

function executionObject(flow: string, authenticator: string): string {
  return `flow ${flow} execution ${authenticator}`;
}

function configObject({ alias }: DesiredExecution['config']): string {
  return `authenticator config ${alias}`;
}
