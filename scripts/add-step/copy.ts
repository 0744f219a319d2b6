/** Copies a flow and puts the step into the copy. */

import type ExecutionInfo from '@keycloak/keycloak-admin-client/lib/defs/authenticationExecutionInfoRepresentation.js';
import type { RealmAdmin } from '../admin/connect.ts';
import { explainFailure } from '../admin/failure.ts';
import { Failure } from '../failure.ts';
import { describeMark, type Mark } from './mark.ts';
import { authenticatorOf, besideOrInPlace, inOrder, type Placement, withPlacements } from './placement.ts';
import type { StepSettings } from './settings.ts';
import { linesOf, type Part, type Requirement, treeOf } from './tree.ts';

/** The copy to make. */
export interface CopyPlan {
  readonly alias: string;
  readonly mark: Mark;
  /** The tree of the flow to copy. */
  readonly parts: readonly Part[];
  readonly placements: readonly Placement[];
  /** The settings of each placement's step. */
  readonly settings: readonly StepSettings[];
}

/** The alias of the sub-flow that a placement adds. */
export function subFlowOf(alias: string): string {
  return `${alias} password and link`;
}

/** The alias of a sub-flow in the copy, as Keycloak gives it. */
function copiedParts(alias: string, parts: readonly Part[]): Part[] {
  return parts.map((part) =>
    part.parts === undefined
      ? part
      : { ...part, name: `${alias} ${part.name}`, parts: copiedParts(alias, part.parts) },
  );
}

/**
 * Makes the copy.
 * @throws Failure with the server's response; a copy that was begun is removed then
 */
export async function makeCopy(admin: RealmAdmin, plan: CopyPlan): Promise<void> {
  const { client, realm } = admin;
  const { alias, mark } = plan;
  const flows = client.authenticationManagement;
  const description = describeMark(mark);
  await flows.copyFlow({ realm, flow: mark.from, newName: alias });
  const copy = (await flows.getFlows({ realm })).find((flow) => flow.alias === alias);
  if (copy?.id === undefined) throw new Failure(`flow ${alias}: wasn't created`);
  const flowId = copy.id;
  try {
    await flows.updateFlow({ realm, flowId }, { ...copy, description });
    await fillCopy(admin, plan);
  } catch (error) {
    const failure = explainFailure(`flow ${alias}`, error);
    await flows.deleteFlow({ realm, flowId }).catch((second: unknown) => {
      throw explainFailure(`${failure.message}; the copy couldn't be removed`, second);
    });
    throw failure;
  }
}

async function fillCopy(admin: RealmAdmin, { alias, parts, placements, settings }: CopyPlan): Promise<void> {
  const executions = await admin.client.authenticationManagement.getExecutions({
    realm: admin.realm,
    flow: alias,
  });
  const copied = treeOf(executions);
  for (const [number, placement] of placements.entries()) {
    const id = await place(admin, alias, copied, placement);
    const name = number === 0 ? `${alias} link` : `${alias} link ${number + 1}`;
    await createSettings(admin, id, name, settings[number] ?? {});
  }
  const made = treeOf(
    await admin.client.authenticationManagement.getExecutions({ realm: admin.realm, flow: alias }),
  );
  const planned = withPlacements(copiedParts(alias, parts), placements, subFlowOf(alias));
  if (linesOf(made).join('\n') !== linesOf(planned).join('\n'))
    throw new Failure('the copy came out otherwise than planned', linesOf(made));
}

/** Stores the settings of a step; one without settings needs none. */
export async function createSettings(
  { client, realm }: RealmAdmin,
  id: string,
  alias: string,
  config: StepSettings,
): Promise<void> {
  if (Object.keys(config).length === 0) return;
  await client.authenticationManagement.createConfig({ realm, id, alias, config });
}

/** Returns the id of the step's execution. */
async function place(
  admin: RealmAdmin,
  flow: string,
  copied: readonly Part[],
  placement: Placement,
): Promise<string> {
  const { client, realm } = admin;
  const { parent, siblings, target } = locate(flow, copied, placement);
  const around = (...between: Wanted[]) =>
    siblings.flatMap((part) => (part === target ? between : [{ id: part.id ?? '' }]));
  if (placement.kind === 'before' || placement.kind === 'after') {
    const id = await addStep(admin, parent, placement);
    const step: Wanted = { id, requirement: placement.step };
    await arrange(admin, parent, around(...besideOrInPlace(placement, step, { id: target.id ?? '' })));
    return id;
  }
  const config =
    target.configId === undefined
      ? undefined
      : await client.authenticationManagement.getConfig({ realm, id: target.configId });
  await client.authenticationManagement.delExecution({ realm, id: target.id ?? '' });
  if (placement.kind !== 'wrap') {
    const id = await addStep(admin, parent, placement);
    await arrange(admin, parent, around({ id, requirement: placement.step }));
    return id;
  }
  const alias = subFlowOf(flow);
  await client.authenticationManagement.addFlowToFlow({
    realm,
    flow: parent,
    alias,
    description: '',
    type: 'basic-flow',
    // Only forms have one.
    provider: '',
  });
  const added = (await executionsOf(admin, parent)).find(({ displayName }) => displayName === alias);
  await arrange(admin, parent, around({ id: added?.id ?? '', requirement: target.requirement }));
  const form = await addAuthenticator(admin, alias, target.name);
  if (config !== undefined)
    await createSettings(admin, form, config.alias ?? alias, (config.config ?? {}) as StepSettings);
  const id = await addStep(admin, alias, placement);
  const step: Wanted = { id, requirement: placement.step };
  await arrange(admin, alias, inOrder(placement, step, { id: form, requirement: placement.target }));
  return id;
}

function locate(flow: string, copied: readonly Part[], { path }: Placement) {
  let parent = flow;
  let siblings = copied;
  for (const position of path.slice(0, -1)) {
    const { name, parts } = siblings[position] ?? {};
    if (name === undefined || parts === undefined) throw new Failure('its copy has other sub-flows');
    parent = name;
    siblings = parts;
  }
  const target = siblings[path.at(-1) ?? 0];
  if (target === undefined) throw new Failure('its copy has other executions');
  return { parent, siblings, target };
}

async function addStep(admin: RealmAdmin, flow: string, placement: Placement): Promise<string> {
  return await addAuthenticator(admin, flow, authenticatorOf(placement));
}

async function addAuthenticator(
  { client, realm }: RealmAdmin,
  flow: string,
  provider: string,
): Promise<string> {
  const added = await client.authenticationManagement.addExecutionToFlow({ realm, flow, provider });
  return added.id ?? '';
}

/** An execution, and its requirement if that changes. */
interface Wanted {
  readonly id: string;
  readonly requirement?: Requirement;
}

/** The admin client's type lacks the priority. */
type Ordered = ExecutionInfo & { priority?: number };

const PRIORITY_STEP = 10;

/** Puts a flow's executions into this order. Two may have had the same priority, so all get one. */
async function arrange(admin: RealmAdmin, flow: string, wanted: readonly Wanted[]): Promise<void> {
  const { client, realm } = admin;
  const executions: readonly Ordered[] = await executionsOf(admin, flow);
  for (const [position, { id, requirement }] of wanted.entries()) {
    const before = executions.find((execution) => execution.id === id);
    const priority = (position + 1) * PRIORITY_STEP;
    const after: Ordered = { ...before, priority, ...(requirement !== undefined && { requirement }) };
    if (after.priority !== before?.priority || after.requirement !== before?.requirement)
      await client.authenticationManagement.updateExecution({ realm, flow }, after);
  }
}

async function executionsOf({ client, realm }: RealmAdmin, flow: string): Promise<ExecutionInfo[]> {
  const all = await client.authenticationManagement.getExecutions({ realm, flow });
  return all.filter(({ level }) => level === 0);
}
