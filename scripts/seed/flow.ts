/** Brings a realm's sign-in flow in line: the flow, its executions and their settings. */

import type Execution from '@keycloak/keycloak-admin-client/lib/defs/authenticationExecutionInfoRepresentation.js';
import { explainFailure } from '../admin/failure.ts';
import { Failure } from '../server/failure.ts';
import { type Change, fieldChanges, wholeChange } from './change.ts';
import { type Difference, differences, overlay } from './diff.ts';
import type { SeedTarget } from './target.ts';

export interface DesiredFlow {
  readonly alias: string;
  readonly description: string;
  readonly executions: readonly DesiredExecution[];
}

interface DesiredExecution {
  /** The authenticator's provider id. */
  readonly authenticator: string;
  readonly requirement: 'REQUIRED' | 'ALTERNATIVE' | 'CONDITIONAL' | 'DISABLED';
  readonly config: {
    /** Unique in the realm. */
    readonly alias: string;
    readonly config: { readonly [setting: string]: string };
  };
}

/**
 * Makes the flow where it is missing, then makes or mends its declared executions. What an administrator added to the flow
 * stays; a missing execution is added before it.
 */
export async function reconcileFlow(admin: SeedTarget, desired: DesiredFlow): Promise<Change[]> {
  const { client, realm, apply } = admin;
  const { alias, description } = desired;
  const object = `flow ${alias}`;
  const changes: Change[] = [];
  const flows = await client.authenticationManagement.getFlows({ realm });
  const actual = flows.find((flow) => flow.alias === alias);
  if (!actual) {
    await apply(() =>
      client.authenticationManagement.createFlow({
        realm,
        alias,
        description,
        providerId: 'basic-flow',
        topLevel: true,
        builtIn: false,
      }),
    );
    changes.push(wholeChange(realm, object, 'created'));
  } else {
    const found = differences({ description }, actual);
    if (found.length > 0) {
      const mended = overlay(actual, { description });
      await apply(() =>
        client.authenticationManagement.updateFlow({ realm, flowId: actual.id ?? '' }, mended),
      );
    }
    changes.push(...fieldChanges(realm, object, found));
  }
  for (const [place, execution] of desired.executions.entries()) {
    const existing = actual && (await findExecution(admin, alias, execution.authenticator));
    changes.push(...(await reconcileExecution(admin, alias, { desired: execution, existing, place })));
  }
  return changes;
}

async function reconcileExecution(
  admin: SeedTarget,
  flow: string,
  { desired, existing, place }: { desired: DesiredExecution; existing: Execution | undefined; place: number },
): Promise<Change[]> {
  const { realm, apply } = admin;
  const { authenticator, requirement, config } = desired;
  const object = `flow ${flow} execution ${authenticator}`;
  await checkSettings(admin, desired);
  if (!existing) {
    await apply(async () => {
      const added = await addExecution(admin, flow, authenticator, place);
      await mendRequirement(admin, flow, added, requirement);
      await reconcileConfig(admin, added, config);
    });
    return [
      wholeChange(realm, object, 'created'),
      wholeChange(realm, `authenticator config ${config.alias}`, 'created'),
    ];
  }
  const found = await mendRequirement(admin, flow, existing, requirement);
  return [...fieldChanges(realm, object, found), ...(await reconcileConfig(admin, existing, config))];
}

async function mendRequirement(
  { client, realm, apply }: SeedTarget,
  flow: string,
  execution: Execution,
  requirement: DesiredExecution['requirement'],
): Promise<Difference[]> {
  const found = differences({ requirement }, execution);
  const mended = overlay(execution, { requirement });
  if (found.length > 0)
    await apply(() => client.authenticationManagement.updateExecution({ realm, flow }, mended));
  return found;
}

/** Keycloak adds at the end; from there the execution is raised to its place. */
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
 * Refuses a server without the plugin, and settings that its authenticator doesn't declare: Keycloak would store them, but
 * answer `**********` for them ever after.
 */
async function checkSettings(
  { client, realm }: SeedTarget,
  { authenticator, config }: DesiredExecution,
): Promise<void> {
  const { properties } = await client.authenticationManagement
    .getConfigDescription({ realm, providerId: authenticator })
    .catch((error: unknown) => {
      throw explainFailure(
        `authenticator ${authenticator}: not on this server, is the plugin installed?`,
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

/** Mends the declared settings of an authenticator; the others, which belong to the admin console, stay. */
async function reconcileConfig(
  { client, realm, apply }: SeedTarget,
  execution: Execution,
  { alias, config }: DesiredExecution['config'],
): Promise<Change[]> {
  const object = `authenticator config ${alias}`;
  const id = execution.authenticationConfig;
  if (!id) {
    const { id: executionId = '' } = execution;
    await apply(() =>
      client.authenticationManagement.createConfig({ realm, id: executionId, alias, config }),
    );
    return [wholeChange(realm, object, 'created')];
  }
  const actual = await client.authenticationManagement.getConfig({ realm, id });
  const found = differences({ config }, actual);
  if (found.length > 0) {
    const mended = overlay(actual, { config });
    await apply(() => client.authenticationManagement.updateConfig({ realm, ...mended, id }));
  }
  return fieldChanges(realm, object, found);
}
