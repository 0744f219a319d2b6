/** Brings the protocol mappers of a client or a client scope in line. */

import type ProtocolMapperRepresentation from '@keycloak/keycloak-admin-client/lib/defs/protocolMapperRepresentation.js';
import { type Change, fieldChanges, wholeChange } from './change.ts';
import { differences, overlay } from './diff.ts';
import type { JsonObject } from './json.ts';

export type DesiredMapper = JsonObject & {
  /** Unique among the mappers of its client or scope. */
  readonly name: string;
  readonly protocolMapper: string;
  readonly config: { readonly [option: string]: string };
};

/** How the mappers of one client or client scope are read and written. */
export interface MapperStore {
  readonly realm: string;
  /** Such as `client demo-web`. */
  readonly owner: string;
  list(): Promise<ProtocolMapperRepresentation[]>;
  add(mapper: ProtocolMapperRepresentation): Promise<void>;
  update(mapperId: string, mapper: ProtocolMapperRepresentation): Promise<void>;
  remove(mapperId: string): Promise<void>;
}

/** The mapper in the form that Keycloak takes. */
export function mapperRepresentation(mapper: DesiredMapper): ProtocolMapperRepresentation {
  return { protocol: 'openid-connect', ...mapper };
}

/** Makes missing mappers and mends those that differ; others stay unless `removeOthers`. */
export async function reconcileMappers(
  store: MapperStore,
  desired: readonly DesiredMapper[],
  { removeOthers }: { removeOthers: boolean },
): Promise<Change[]> {
  const { realm, owner } = store;
  const existing = await store.list();
  const changes: Change[] = [];
  for (const mapper of desired) {
    const object = `${owner} mapper ${mapper.name}`;
    const actual = existing.find(({ name }) => name === mapper.name);
    if (!actual) {
      await store.add(mapperRepresentation(mapper));
      changes.push(wholeChange(realm, object, 'created'));
      continue;
    }
    const found = differences(mapper, actual);
    if (found.length > 0) await store.update(actual.id ?? '', overlay(actual, mapper));
    changes.push(...fieldChanges(realm, object, found));
  }
  const others = existing.filter(({ name }) => !desired.some((mapper) => mapper.name === name));
  for (const { id, name } of removeOthers ? others : []) {
    await store.remove(id ?? '');
    changes.push(wholeChange(realm, `${owner} mapper ${name}`, 'removed'));
  }
  return changes;
}
