/** Reconciles a realm's sign-in flow: the flow, its executions and their settings. */

import type Execution from '@keycloak/keycloak-admin-client/lib/defs/authenticationExecutionInfoRepresentation.js';
import { explainFailure } from '../admin/failure.ts';
import { Failure } from '../failure.ts';
import { fieldChanges, objectChange } from './change.ts';
import { differences, overlay } from './diff.ts';
import type { Declared } from './schema.ts';
import type { SeedTarget } from './target.ts';

export type DesiredFlow = Declared<'flow.json'>;
type DesiredExecution = DesiredFlow['executions'][number];

/**
 * Creates the flow if it is missing, then creates or fixes its declared executions. Executions that an
 * administrator added stay; a missing declared one is added before them.
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
    await apply([objectChange(realm, object, 'created')], () =>
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
  for (const [position, execution] of desired.executions.entries()) {
    await checkSettings(target, execution);
    const existing = actual && (await findExecution(target, alias, execution.authenticator));
    if (existing) await updateExecution(target, alias, execution, existing);
    else await createExecution(target, alias, execution, position);
  }
}

async function createExecution(
  target: SeedTarget,
  flow: string,
  { authenticator, requirement, config }: DesiredExecution,
  position: number,
): Promise<void> {
  const { realm, apply } = target;
  const changes = [
    objectChange(realm, executionObject(flow, authenticator), 'created'),
    objectChange(realm, configObject(config), 'created'),
  ];
  await apply(changes, async () => {
    const added = await addExecution(target, flow, authenticator, position);
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
  const updated = overlay(execution, { requirement });
  await client.authenticationManagement.updateExecution({ realm, flow }, updated);
}

/** Keycloak adds an execution at the end; it is then moved up to its position. */
async function addExecution(
  target: SeedTarget,
  flow: string,
  authenticator: string,
  position: number,
): Promise<Execution> {
  const { client, realm } = target;
  await client.authenticationManagement.addExecutionToFlow({ realm, flow, provider: authenticator });
  const { id = '', index = position } = (await findExecution(target, flow, authenticator)) ?? {};
  for (let current = index; current > position; current -= 1) {
    await client.authenticationManagement.raisePriorityExecution({ realm, id });
  }
  const added = await findExecution(target, flow, authenticator);
  if (!added) throw new Failure(`flow ${flow} execution ${authenticator}: wasn't added`);
  return added;
}

/**
 * Rejects a server without the plugin, and settings that its authenticator doesn't declare: Keycloak would store those, but
 * return them as `**********`.
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

/** Reconciles the declared settings of an authenticator; others, set in the admin console, stay. */
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
    await apply([objectChange(realm, object, 'created')], () => createConfig(target, execution, declared));
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
