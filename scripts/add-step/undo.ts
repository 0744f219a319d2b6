/** Unbinds a copy with the step and removes it. */

import type { RealmAdmin } from '../admin/connect.ts';
import { listExecutions } from '../admin/executions.ts';
import { Failure } from '../failure.ts';
import { type Change, objectChange } from '../seed/change.ts';
import { withChangesSoFar } from '../seed/seed.ts';
import type { Options } from './add.ts';
import { findBindings, moveBindings, overrideFlow, overrideOf } from './bindings.ts';
import { changeTarget, type MarkedFlow, readRealm, requireFlow } from './realm.ts';
import { stepIn, treeOf } from './tree.ts';

/** A run's result. */
export interface Undone {
  /** The copy; missing if there is none. */
  readonly flow?: string;
  readonly changes: readonly Change[];
}

/**
 * Binds the flow again that the copy was made from, and removes the copy. Needs no plugin on the server.
 * @throws Failure for an unknown flow, or if several copies of it exist
 */
export async function undoStep(admin: RealmAdmin, options: Options): Promise<Undone> {
  const { client, realm } = admin;
  const { representation, flows } = await readRealm(admin);
  const copy = findCopy(flows, options.flow ?? representation.browserFlow ?? '', options.name);
  if (copy === undefined) {
    const alias = options.flow ?? representation.browserFlow ?? '';
    const parts = treeOf((await listExecutions(admin, alias)) ?? []);
    const step = stepIn(parts);
    if (step !== undefined)
      throw new Failure(`flow ${alias}: has the step ${step}, but wasn't made by this command`);
    return { changes: [] };
  }
  const changes: Change[] = [];
  const target = changeTarget(admin, options.apply, changes);
  const bindings = await findBindings(admin, representation, copy.alias);
  const clients = (await client.clients.find({ realm })).filter((one) => overrideOf(one) === copy.id);
  const from = flows.find(({ alias }) => alias === copy.mark.from);
  if (from === undefined && bindings.realm.length + bindings.providers.length + clients.length > 0)
    throw new Failure(
      `flow ${copy.alias}: is bound, but the flow ${copy.mark.from} that it is a copy of no longer exists; bind another one first`,
    );
  const names = new Map(flows.map(({ id, alias }) => [id, alias]));
  try {
    await moveBindings(target, bindings, copy.alias, copy.mark.from);
    for (const one of clients) {
      const had = copy.mark.clients?.includes(one.clientId ?? '') === true;
      await overrideFlow(target, one, had ? from?.id : undefined, names);
    }
    await target.apply([objectChange(realm, `flow ${copy.alias}`, 'removed')], () =>
      client.authenticationManagement.deleteFlow({ realm, flowId: copy.id }),
    );
  } catch (error) {
    throw withChangesSoFar(changes, error as Error);
  }
  return { flow: copy.alias, changes };
}

type Copy = MarkedFlow & Required<Pick<MarkedFlow, 'mark'>>;

/** The copy of that name, or of that flow. */
function findCopy(flows: readonly MarkedFlow[], flow: string, name: string | undefined): Copy | undefined {
  const copies = flows.filter((one): one is Copy => one.mark !== undefined);
  if (name !== undefined) {
    const named = requireFlow(flows, name);
    if (named.mark === undefined) throw new Failure(`flow ${name}: wasn't made by this command`);
    return named as Copy;
  }
  requireFlow(flows, flow);
  const [found, ...others] = copies.filter(({ alias, mark }) => alias === flow || mark.from === flow);
  if (others.length > 0)
    throw new Failure(
      `flow ${flow}: has several copies; choose one with --name (${[found, ...others].map((one) => one?.alias).join(', ')})`,
    );
  return found;
}
