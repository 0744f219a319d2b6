/** Reconciles the protocol mappers of a client or a client scope. */

import type ProtocolMapperRepresentation from '@keycloak/keycloak-admin-client/lib/defs/protocolMapperRepresentation.js';
import { fieldChanges, objectChange } from './change.ts';
import { differences, overlay } from './diff.ts';
import type { ProtocolMapper } from './generated/realm-config.d.ts';
import type { SeedTarget } from './target.ts';

/** Its name is unique among the mappers of its client or scope. */
export type DesiredMapper = ProtocolMapper;

/** Reads and writes the mappers of one client or client scope. */
export interface MapperStore {
  /** Such as `client demo-web`. */
  readonly owner: string;
  list(): Promise<ProtocolMapperRepresentation[]>;
  add(mapper: ProtocolMapperRepresentation): Promise<unknown>;
  update(mapperId: string, mapper: ProtocolMapperRepresentation): Promise<unknown>;
}

/** A store whose undeclared mappers are removed. */
export interface ExclusiveMapperStore extends MapperStore {
  remove(mapperId: string): Promise<unknown>;
}

/** The mapper as Keycloak's admin API expects it. */
export function mapperRepresentation(mapper: DesiredMapper): ProtocolMapperRepresentation {
  return { protocol: 'openid-connect', ...mapper };
}

/** Creates missing mappers and fixes those that differ; others stay. */
export async function reconcileMappers(
  { realm, apply }: SeedTarget,
  store: MapperStore,
  desired: readonly DesiredMapper[],
): Promise<void> {
  const existing = await store.list();
  for (const mapper of desired) {
    const object = objectOf(store, mapper);
    const actual = existing.find(({ name }) => name === mapper.name);
    if (actual) {
      const { id = '' } = actual;
      await apply(fieldChanges(realm, object, differences(mapper, actual)), () =>
        store.update(id, overlay(actual, mapper)),
      );
    } else {
      await apply([objectChange(realm, object, 'created')], () => store.add(mapperRepresentation(mapper)));
    }
  }
}

/** Removes the mappers that aren't declared: Keycloak's own (`isStock`) always, others only when pruning. */
export async function removeOtherMappers(
  { realm, apply, removeOrKeep }: SeedTarget,
  store: ExclusiveMapperStore,
  desired: readonly DesiredMapper[],
  isStock: (mapper: ProtocolMapperRepresentation) => boolean,
): Promise<void> {
  for (const mapper of await store.list()) {
    if (desired.some(({ name }) => name === mapper.name)) continue;
    const object = objectOf(store, mapper);
    const remove = () => store.remove(mapper.id ?? '');
    if (isStock(mapper)) await apply([objectChange(realm, object, 'removed')], remove);
    else await removeOrKeep(object, remove);
  }
}

function objectOf({ owner }: MapperStore, { name }: { name?: string }): string {
  return `${owner} mapper ${name}`;
}
