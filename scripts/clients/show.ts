/** Shows clients, never their secrets. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { BUILT_IN_CLIENTS } from '../../provider-scripts/src/clients/built-in-clients.ts';
import { SIGN_IN_OF_CLIENT } from '../../provider-scripts/src/realm/settings/table.ts';
import { brandingOf, type ClientDetails, fetchClient, fetchNames } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { table } from '../cli/table.ts';
import type { Outcome } from '../seed/plan.ts';
import { approvalOf } from './approval-state.ts';
import { type FoundClient, findClient } from './find.ts';

/** The relying parties' clients of the realm, sorted by client ID. */
export async function listClients(admin: RealmAdmin): Promise<Outcome> {
  const { client, realm } = admin;
  const all = await client.clients.find({ realm });
  const names = await fetchNames(admin);
  const result = all
    .filter(({ clientId = '' }) => !BUILT_IN_CLIENTS.includes(clientId))
    .map((found) => summary(found, names))
    .sort((left, right) => (left.client_id < right.client_id ? -1 : 1));
  const rows = result.map(({ client_id, name, kind, approval, enabled }) => [
    client_id,
    name,
    kind,
    enabled ? approval : `${approval}, disabled`,
  ]);
  return { result, text: table(['client id', 'name', 'kind', 'approval'], rows) };
}

/** One client with all details that a relying party's developer needs. */
export async function getClient(admin: RealmAdmin, clientId: string): Promise<Outcome> {
  return await describeClient(admin, await findClient(admin, clientId));
}

/** Describes a client that was found; its details are a consistent snapshot, identified by its version. */
export async function describeClient(
  admin: RealmAdmin,
  found: FoundClient,
): Promise<Outcome & { readonly details: ClientDetails }> {
  const details = await fetchClient(admin, found);
  const { id: _, state: approval, version, ...claims } = details;
  const result = {
    ...claims,
    approval,
    scopes: [...(found.defaultClientScopes ?? []), ...(found.optionalClientScopes ?? [])],
    sign_in: signInOf(found),
    branding: brandingOf(details),
    version,
  };
  const lines = Object.entries(result).map(([name, value]) => [name, textOf(value)]);
  return { details, result, text: table(['field', 'value'], lines) };
}

/** The sign-in settings that a client overrides. */
function signInOf({ attributes }: ClientRepresentation): Record<string, string> {
  const entries = Object.entries(SIGN_IN_OF_CLIENT).map(
    ([key, { name }]) => [key, attributes?.[name]] as const,
  );
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])));
}

function summary(client: ClientRepresentation, names: ReadonlyMap<string, string>) {
  return {
    client_id: client.clientId ?? '',
    name: names.get(client.clientId ?? '') ?? client.name ?? '',
    kind: kindOf(client),
    approval: approvalOf(client),
    enabled: client.enabled === true,
  };
}

function kindOf({ publicClient, standardFlowEnabled, serviceAccountsEnabled }: ClientRepresentation): string {
  if (publicClient) return 'public';
  if (standardFlowEnabled) return serviceAccountsEnabled ? 'confidential and machine' : 'confidential';
  return serviceAccountsEnabled ? 'machine' : 'no flow';
}

function textOf(value: unknown): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.join('  ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, text]) => `${name}: ${text}`)
    .join('; ');
}
