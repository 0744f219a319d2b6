/** Brings a realm's sign-in flow in line: the flow, its executions and their settings. */

import type AuthenticationExecutionInfoRepresentation from '@keycloak/keycloak-admin-client/lib/defs/authenticationExecutionInfoRepresentation.js';
import type { RealmAdmin } from '../admin/connect.ts';
import { explainFailure } from '../admin/failure.ts';
import { Failure } from '../server/failure.ts';
import { type Change, fieldChanges, wholeChange } from './change.ts';
import { differences, overlay } from './diff.ts';

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
export async function reconcileFlow(admin: RealmAdmin, desired: DesiredFlow): Promise<Change[]> {
  const { client, realm } = admin;
  const { alias, description } = desired;
  const object = `flow ${alias}`;
  const changes: Change[] = [];
  const flows = await client.authenticationManagement.getFlows({ realm });
  const actual = flows.find((flow) => flow.alias === alias);
  if (!actual) {
    await client.authenticationManagement.createFlow({
      realm,
      alias,
      description,
      providerId: 'basic-flow',
      topLevel: true,
      builtIn: false,
    });
    changes.push(wholeChange(realm, object, 'created'));
  } else {
    const found = differences({ description }, actual);
    if (found.length > 0) {
      await client.authenticationManagement.updateFlow(
        { realm, flowId: actual.id ?? '' },
        overlay(actual, { description }),
      );
    }
    changes.push(...fieldChanges(realm, object, found));
  }
  for (const [place, execution] of desired.executions.entries()) {
    changes.push(...(await reconcileExecution(admin, alias, execution, place)));
  }
  return changes;
}

async function reconcileExecution(
  admin: RealmAdmin,
  flow: string,
  desired: DesiredExecution,
  place: number,
): Promise<Change[]> {
  const { client, realm } = admin;
  const { authenticator, requirement } = desired;
  const object = `flow ${flow} execution ${authenticator}`;
  await checkSettings(admin, desired);
  const existing = await findExecution(admin, flow, authenticator);
  const execution = existing ?? (await addExecution(admin, flow, authenticator, place));
  const found = differences({ requirement }, execution);
  if (found.length > 0) {
    await client.authenticationManagement.updateExecution(
      { realm, flow },
      overlay(execution, { requirement }),
    );
  }
  return [
    ...(existing ? fieldChanges(realm, object, found) : [wholeChange(realm, object, 'created')]),
    ...(await reconcileConfig(admin, execution, desired.config)),
  ];
}

/** Keycloak adds at the end; from there the execution is raised to its place. */
async function addExecution(
  admin: RealmAdmin,
  flow: string,
  authenticator: string,
  place: number,
): Promise<AuthenticationExecutionInfoRepresentation> {
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
  { client, realm }: RealmAdmin,
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
  { client, realm }: RealmAdmin,
  flow: string,
  authenticator: string,
): Promise<AuthenticationExecutionInfoRepresentation | undefined> {
  const executions = await client.authenticationManagement.getExecutions({ realm, flow });
  return executions.find(({ providerId, level }) => providerId === authenticator && level === 0);
}

/** Mends the declared settings of an authenticator; the others, which belong to the admin console, stay. */
async function reconcileConfig(
  { client, realm }: RealmAdmin,
  execution: AuthenticationExecutionInfoRepresentation,
  { alias, config }: DesiredExecution['config'],
): Promise<Change[]> {
  const object = `authenticator config ${alias}`;
  const id = execution.authenticationConfig;
  if (!id) {
    await client.authenticationManagement.createConfig({ realm, id: execution.id ?? '', alias, config });
    return [wholeChange(realm, object, 'created')];
  }
  const actual = await client.authenticationManagement.getConfig({ realm, id });
  const found = differences({ config }, actual);
  if (found.length > 0) {
    await client.authenticationManagement.updateConfig({ realm, ...overlay(actual, { config }), id });
  }
  return fieldChanges(realm, object, found);
}
