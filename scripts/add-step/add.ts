/** Adds the step to a copy of a flow, and binds the copy. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { STEP_AUTHENTICATOR } from '../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import { isStep } from '../../provider-scripts/src/realm/flow/step-ids.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { requireExecutions } from '../admin/executions.ts';
import { Failure } from '../failure.ts';
import { type Change, fieldChanges, objectChange } from '../seed/change.ts';
import { differences, overlay } from '../seed/diff.ts';
import { withChangesSoFar } from '../seed/seed.ts';
import type { SeedTarget } from '../seed/target.ts';
import { type Bindings, findBindings, moveBindings, overrideFlow, overrideOf } from './bindings.ts';
import { type CopyPlan, createSettings, makeCopy, subFlowOf } from './copy.ts';
import { linkApiIn, type TranslatedOperation } from './link-api.ts';
import { thingsToLookAt, tryAt } from './look-at.ts';
import { describeMark } from './mark.ts';
import {
  findPlacements,
  isForClients,
  type Request,
  type Role,
  resetsCredentials,
  withPlacements,
} from './placement.ts';
import {
  changeTarget,
  type MarkedFlow,
  type RealmFlows,
  readRealm,
  requireFlow,
  requireStepRealm,
} from './realm.ts';
import {
  isKnownAuthenticator,
  requireCounterpart,
  type StepSettings,
  staysIn,
  translateStep,
} from './settings.ts';
import { enabledAuthenticators, linesOf, type Part, treeDiff, treeOf } from './tree.ts';

/** What to do in a realm. */
export interface Options {
  /** The flow to copy; the realm's browser flow by default. */
  readonly flow: string | undefined;
  /** The copy's name. */
  readonly name: string | undefined;
  /** Without it nothing is changed. */
  readonly apply: boolean;
}

/** How to add the step. */
export interface AddOptions extends Options {
  readonly as: Role | undefined;
  /** The id of an authenticator that the step replaces. */
  readonly replace: string | undefined;
  readonly settings: StepSettings;
  readonly bind: boolean;
  /** The client that the copy is bound for. */
  readonly client: string | undefined;
}

/** A run's result, or without `apply` what it would be. */
export interface Outcome {
  readonly flow: string;
  readonly copy_of: string;
  readonly changes: readonly Change[];
  /** The flow beside the one that it is a copy of, as a diff; empty if it was there before. */
  readonly executions: readonly string[];
  /** The settings of each new step. */
  readonly settings: readonly StepSettings[];
  /** What a replaced step does, and its settings, without a counterpart. */
  readonly not_translated: readonly string[];
  readonly look_at: readonly string[];
  /** Whether a client can have the flow as its browser flow. */
  readonly for_clients: boolean;
  readonly try_at?: string;
  /** If a step of the other extension is replaced: its link API. */
  readonly link_api?: readonly TranslatedOperation[];
}

/**
 * Adds the step. A second run changes nothing more.
 * @throws Failure if the realm, the flow or the client doesn't allow it; nothing is changed then
 */
export async function addStep(admin: RealmAdmin, options: AddOptions): Promise<Outcome> {
  const { replace } = options;
  if (replace !== undefined) requireCounterpart(replace);
  const realm = await readRealm(admin);
  await requireStepRealm(admin, realm);
  const from = originOf(realm, options.flow);
  const alias = options.name ?? `${from.alias} with links`;
  const client = options.client === undefined ? undefined : await findClient(admin, options.client);
  const existing = realm.flows.find((flow) => flow.alias === alias);
  const planned =
    existing === undefined
      ? await planCopy(admin, from, alias, options)
      : await planUpdate(admin, from, existing, options);
  const forClients = isForClients(planned.plan.parts);
  if (client !== undefined && !forClients)
    throw new Failure(
      `flow ${from.alias}: isn't a browser flow, so no client can have it; bind it for the realm with --bind`,
    );
  const bindings = await planBindings(admin, realm, from, existing, options, client);
  const changes: Change[] = [];
  const target = changeTarget(admin, options.apply, changes);
  await applyPlan(target, realm, { from, alias, existing, client, planned, bindings }, options).catch(
    (error: unknown) => {
      throw withChangesSoFar(changes, error as Error);
    },
  );
  const lookAt = await thingsToLookAt(admin, realm.representation, {
    ...planned,
    isReset: resetsCredentials(planned.plan.parts),
  });
  const tried = tryAt(admin, options.bind ? bindings.all : bindings.bound, client ?? bindings.clients[0]);
  return {
    flow: alias,
    copy_of: from.alias,
    changes,
    executions: planned.diff,
    settings: planned.plan.settings,
    not_translated: planned.left,
    look_at: lookAt,
    for_clients: forClients,
    ...(tried !== undefined && { try_at: tried }),
    ...(replace !== undefined && isKnownAuthenticator(replace) && { link_api: linkApiIn(admin.realm) }),
  };
}

/** What a run changes. */
interface Planned {
  readonly from: MarkedFlow;
  readonly alias: string;
  /** The copy, if it exists. */
  readonly existing: MarkedFlow | undefined;
  readonly client: ClientRepresentation | undefined;
  readonly planned: Plan;
  readonly bindings: { readonly toMove: Bindings };
}

async function applyPlan(
  target: SeedTarget,
  { flows }: RealmFlows,
  { from, alias, existing, client, planned, bindings }: Planned,
  { apply, bind, settings }: AddOptions,
): Promise<void> {
  const had = existing?.mark?.clients ?? [];
  // Undoing gives the client its own override back.
  const hasOwn = client !== undefined && overrideOf(client) === from.id;
  const clients = hasOwn ? [...new Set([...had, client.clientId ?? ''])] : had;
  const mark = { from: from.alias, step: planned.step, ...(clients.length > 0 && { clients }) };
  const description = describeMark(mark);
  if (existing === undefined) {
    await target.apply([objectChange(target.realm, `flow ${alias}`, 'created')], () =>
      makeCopy(target, { ...planned.plan, mark }),
    );
  } else {
    const { mark: _, ...flow } = existing;
    if (hasOwn && apply)
      await target.client.authenticationManagement.updateFlow(
        { realm: target.realm, flowId: existing.id },
        { ...flow, description },
      );
    for (const step of planned.steps) await updateSettings(target, alias, step, settings);
  }
  if (bind) await moveBindings(target, bindings.toMove, from.alias, alias);
  if (client === undefined) return;
  const id = existing?.id ?? (await findId(target, alias)) ?? alias;
  await overrideFlow(
    target,
    client,
    id,
    new Map([...flows.map((flow) => [flow.id, flow.alias] as const), [id, alias]]),
  );
}

/** The flow to copy: if none is named and a copy is bound already, the one that this is a copy of. */
function originOf({ representation, flows }: RealmFlows, alias: string | undefined): MarkedFlow {
  const named = requireFlow(flows, alias ?? representation.browserFlow ?? '');
  if (named.mark === undefined) return named;
  if (alias === undefined) return requireFlow(flows, named.mark.from);
  throw new Failure(`flow ${alias}: has the step already, as a copy of ${named.mark.from}`);
}

async function findClient({ client, realm }: RealmAdmin, clientId: string): Promise<ClientRepresentation> {
  const [found] = await client.clients.find({ realm, clientId });
  if (found === undefined) throw new Failure(`client ${clientId}: not in realm ${realm}`);
  return found;
}

async function findId({ client, realm }: RealmAdmin, alias: string): Promise<string | undefined> {
  return (await client.authenticationManagement.getFlows({ realm })).find((flow) => flow.alias === alias)?.id;
}

/** What is planned for the flow. */
interface Plan {
  readonly plan: Omit<CopyPlan, 'mark'>;
  /** The steps that exist already. */
  readonly steps: readonly Part[];
  /** As the mark has it. */
  readonly step: string;
  readonly settings: readonly StepSettings[];
  readonly left: readonly string[];
  readonly diff: readonly string[];
  readonly isOnlyWay: boolean;
}

async function planCopy(
  admin: RealmAdmin,
  from: MarkedFlow,
  alias: string,
  { as, replace, settings: given }: AddOptions,
): Promise<Plan> {
  if (from.providerId !== 'basic-flow')
    throw new Failure(`flow ${from.alias}: authenticates clients, not users (${from.providerId})`);
  const parts = await readParts(admin, from.alias);
  const request: Request = replace === undefined ? { as } : { replace };
  const placements = findPlacements(from.alias, parts, request);
  const replaced =
    replace === undefined ? [] : enabledAuthenticators(parts).filter(({ part }) => part.name === replace);
  const translations = await Promise.all(
    replaced.map(async ({ part }) => translateStep(part.name, await readConfig(admin, part))),
  );
  const settings = placements.map((_, number) => ({ ...translations[number]?.settings, ...given }));
  const after = withPlacements(parts, placements, subFlowOf(alias));
  return {
    plan: { alias, parts, placements, settings },
    steps: [],
    step: stepOf(
      request,
      placements.every(({ kind }) => kind === 'replace'),
    ),
    settings,
    left: [
      ...translations.flatMap(({ left }) => left),
      ...(replace !== undefined && isKnownAuthenticator(replace) ? staysIn(after) : []),
    ],
    diff: treeDiff(linesOf(parts), linesOf(after)),
    isOnlyWay: placements.some(({ step }) => step === 'REQUIRED'),
  };
}

function stepOf(request: Request, replaces: boolean): string {
  if ('replace' in request) return request.replace;
  return request.as ?? (replaces ? 'required' : 'alternative');
}

async function planUpdate(
  admin: RealmAdmin,
  from: MarkedFlow,
  { alias, mark }: MarkedFlow,
  { as, replace, settings: given }: AddOptions,
): Promise<Plan> {
  if (mark?.from !== from.alias)
    throw new Failure(
      `flow ${alias}: exists already, and isn't this command's copy of ${from.alias}; choose another --name`,
    );
  const wanted = replace ?? as;
  if (wanted !== undefined && wanted !== mark.step)
    throw new Failure(
      `flow ${alias}: exists already, with the step as ${mark.step}; remove it with --undo first`,
    );
  const parts = await readParts(admin, alias);
  const steps = enabledAuthenticators(parts)
    .map(({ part }) => part)
    .filter(({ name }) => isStep({ authenticator: name }, 'stock'));
  if (steps.length === 0)
    throw new Failure(
      `flow ${alias}: has no enabled step ${STEP_AUTHENTICATOR}; remove it with --undo first`,
    );
  const configs = await Promise.all(steps.map((step) => readConfig(admin, step)));
  return {
    plan: { alias, parts, placements: [], settings: [] },
    steps,
    step: mark.step,
    settings: configs.map((config) => ({ ...config, ...given })),
    left: [],
    diff: [],
    isOnlyWay: steps.some(({ requirement }) => requirement === 'REQUIRED'),
  };
}

async function readParts(admin: RealmAdmin, flow: string): Promise<Part[]> {
  return treeOf(await requireExecutions(admin, flow));
}

async function readConfig({ client, realm }: RealmAdmin, { configId: id }: Part): Promise<StepSettings> {
  if (id === undefined) return {};
  return ((await client.authenticationManagement.getConfig({ realm, id })).config ?? {}) as StepSettings;
}

async function updateSettings(
  target: SeedTarget,
  flow: string,
  { id = '', name, configId }: Part,
  given: StepSettings,
): Promise<void> {
  const { client, realm, apply } = target;
  const object = `flow ${flow} execution ${name}`;
  const actual =
    configId === undefined
      ? { config: {} }
      : await client.authenticationManagement.getConfig({ realm, id: configId });
  const config = { config: given };
  await apply(fieldChanges(realm, object, differences(config, actual)), () =>
    configId === undefined
      ? createSettings(target, id, `${flow} link`, given)
      : client.authenticationManagement.updateConfig({ realm, ...overlay(actual, config), id: configId }),
  );
}

/** The bindings that a run may move. */
interface FlowBindings {
  /** The flow's. */
  readonly toMove: Bindings;
  /** The copy's, if it exists. */
  readonly bound: Bindings;
  /** The clients that have the copy as their flow. */
  readonly clients: readonly ClientRepresentation[];
  /** The flow's and the copy's. */
  readonly all: Bindings;
}

/** Finds them. */
async function planBindings(
  admin: RealmAdmin,
  { representation, flows }: RealmFlows,
  from: MarkedFlow,
  existing: MarkedFlow | undefined,
  { bind }: AddOptions,
  client: ClientRepresentation | undefined,
): Promise<FlowBindings> {
  const toMove = await findBindings(admin, representation, from.alias);
  const bound = await findBindings(admin, representation, existing?.alias ?? '');
  const all = {
    realm: [...toMove.realm, ...bound.realm],
    providers: [...toMove.providers, ...bound.providers],
  };
  if (bind && all.realm.length + all.providers.length === 0)
    throw new Failure(
      `flow ${from.alias}: isn't bound in realm ${admin.realm}, so there is nothing to replace; its browser flow is ${representation.browserFlow}`,
    );
  const own = client === undefined ? undefined : overrideOf(client);
  if (own !== undefined && own !== from.id && own !== existing?.id)
    throw new Failure(
      `client ${client?.clientId}: has a browser flow of its own, ${flows.find(({ id }) => id === own)?.alias ?? own}; name that one with --flow`,
    );
  const clients =
    existing === undefined
      ? []
      : (await admin.client.clients.find({ realm: admin.realm })).filter(
          (one) => overrideOf(one) === existing.id,
        );
  return { toMove, bound, clients, all };
}
