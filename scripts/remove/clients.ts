/** Clients: Linkgate's own are deleted, what it put on others is taken off, applications stay. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { ADMIN_PAGES_CLIENT } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { readSetting } from '../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT } from '../../provider-scripts/src/realm/settings/table.ts';
import CLIENT_DEFAULTS from '../../realm-config/client.json' with { type: 'json' };
import { updateOf } from '../add-step/bindings.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import type { Json, JsonObject } from '../json.ts';
import { fieldChanges, objectChange } from '../seed/change.ts';
import { clientAssignmentStore, clientMapperStore } from '../seed/clients.ts';
import { differences } from '../seed/diff.ts';
import type { FormerValue } from '../seed/former-values/record.ts';
import { OWN_PREFIX } from '../seed/former-values/units.ts';
import { isSeeded } from '../seed/seeded.ts';
import type { SeedTarget } from '../seed/target.ts';
import { orUnset, type Remaining } from './former.ts';
import type { Found } from './found.ts';
import { restoreMappers } from './mappers.ts';
import { restoreAssignment } from './scopes.ts';

const CONSENT_TEXT = 'consent.screen.text';

/** Whether a client is there only through Linkgate: its administrators' pages, or one that Linkgate made from a document. */
function isOwn({ clientId, attributes }: ClientRepresentation): boolean {
  return (
    clientId === ADMIN_PAGES_CLIENT || attributeOf(attributes, CLIENT.documentExpiresAt.name) !== undefined
  );
}

/** Whether only Linkgate rejects a client's requests. */
function isHeldBack(client: ClientRepresentation): boolean {
  return client.enabled !== false && !isApproved(client);
}

function isApproved({ attributes }: ClientRepresentation): boolean {
  return readSetting(CLIENT.approval, attributeOf(attributes, CLIENT.approval.name)) === 'approved';
}

function attributeOf(attributes: object | undefined, name: string): unknown {
  return (attributes as Readonly<Record<string, unknown>> | undefined)?.[name];
}

/** Disables the clients that no administrator approved: without Linkgate they could be used. */
export async function disableUnapproved(
  { client, realm, apply }: SeedTarget,
  { clients }: Found,
): Promise<Remaining[]> {
  const held = clients.filter(isHeldBack);
  for (const one of held) {
    const { id = '', clientId = '' } = one;
    const change = [{ field: 'enabled', before: true, after: false }];
    await apply(fieldChanges(realm, objectOf(clientId), change), () =>
      client.clients.update({ realm, id }, updateOf(one, { enabled: false })),
    );
  }
  return held
    .filter((one) => !isOwn(one))
    .map(({ clientId = '' }) => ({
      object: objectOf(clientId),
      reason: 'is disabled, since it was not approved and only Linkgate checked that',
    }));
}

/** Takes Linkgate's attributes and mappers off, and restores fields, attributes, mappers and client scopes. */
export async function restoreClients(
  target: SeedTarget,
  { clients, scopes }: Found,
  restored: readonly FormerValue[],
): Promise<Remaining[]> {
  const left: Remaining[] = [];
  for (const one of clients) {
    if (isOwn(one)) continue;
    const { id = '', clientId = '', attributes } = one;
    const values = restored.filter(({ path: [part, name] }) => part === 'clients' && name === clientId);
    if (isSeeded(attributes))
      left.push({ object: objectOf(clientId), reason: 'a file declared it: it stays, with its settings' });
    await restoreFields(target, one, values);
    await restoreMappers(target, clientMapperStore(target, id, clientId), one.protocolMappers ?? [], values);
    await restoreAssignment(target, clientAssignmentStore(target, id, clientId), scopes, values, 'scopes');
  }
  return left;
}

async function restoreFields(
  { client, realm, apply }: SeedTarget,
  found: ClientRepresentation,
  values: readonly FormerValue[],
): Promise<void> {
  const { id = '', clientId = '', attributes = {} } = found;
  const fields: Record<string, Json> = {};
  const named: Record<string, Json> = {};
  for (const { path, before, after } of values) {
    const [, , name = '', member] = path;
    if (name === 'attributes' && member !== undefined) named[member] = before ?? null;
    else if (member === undefined && (name !== 'enabled' || isApproved(found)))
      fields[name] = orUnset(before, after) ?? null;
  }
  for (const [name, value] of Object.entries(attributes as JsonObject))
    if (
      name.startsWith(OWN_PREFIX) ||
      (name === CONSENT_TEXT && value === CLIENT_DEFAULTS.attributes[CONSENT_TEXT])
    )
      named[name] ??= null;
  const wanted: JsonObject = { ...fields, ...(Object.keys(named).length > 0 && { attributes: named }) };
  // An attribute without a value is removed, others stay.
  await apply(fieldChanges(realm, objectOf(clientId), differences(wanted, found)), () =>
    client.clients.update({ realm, id }, updateOf(found, wanted)),
  );
}

/** Removes the rights that Linkgate recorded in clients when this run changed them, before the realm's settings turned it off. */
export async function forgetRights({ client, realm }: RealmAdmin, { clients }: Found): Promise<void> {
  const known = new Set(clients.filter(hasRights).map(({ id }) => id));
  for (const one of await client.clients.find({ realm }))
    if (hasRights(one) && !known.has(one.id))
      await client.clients.update(
        { realm, id: one.id ?? '' },
        updateOf(one, { attributes: { [CLIENT.rights.name]: null } }),
      );
}

function hasRights({ attributes }: ClientRepresentation): boolean {
  return attributeOf(attributes, CLIENT.rights.name) !== undefined;
}

/** Deletes the clients that are there only through Linkgate. */
export async function deleteOwnClients(
  { client, realm, apply }: SeedTarget,
  { clients }: Found,
): Promise<void> {
  for (const { id = '', clientId = '' } of clients.filter(isOwn))
    await apply([objectChange(realm, objectOf(clientId), 'removed')], () =>
      client.clients.del({ realm, id }),
    );
}

function objectOf(clientId: string): string {
  return `client ${clientId}`;
}
