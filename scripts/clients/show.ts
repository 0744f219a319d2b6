/** Shows clients, never their secrets. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { BRAND_ATTRIBUTES } from '../../provider-scripts/src/branding/brand.ts';
import { BUILT_IN_CLIENTS } from '../../provider-scripts/src/client/built-in-clients.ts';
import { CLIENT_ATTRIBUTES } from '../../provider-scripts/src/settings/declared.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { table } from '../cli/table.ts';
import { approvalOf } from './approval-state.ts';
import { findClient, type Outcome } from './find.ts';

/** The relying parties' clients of the realm, by their ids. */
export async function listClients({ client, realm }: RealmAdmin): Promise<Outcome> {
  const all = await client.clients.find({ realm });
  const result = all
    .filter(({ clientId = '' }) => !BUILT_IN_CLIENTS.includes(clientId))
    .map(summary)
    .sort((left, right) => (left.client_id < right.client_id ? -1 : 1));
  const rows = result.map(({ client_id, name, kind, approval, enabled }) => [
    client_id,
    name,
    kind,
    enabled ? approval : `${approval}, disabled`,
  ]);
  return { result, text: table(['client id', 'name', 'kind', 'approval'], rows) };
}

/** One client with everything that a relying party's developer needs to know. */
export async function showClient(admin: RealmAdmin, clientId: string): Promise<Outcome> {
  const found = await findClient(admin, clientId);
  const result = {
    ...summary(found),
    redirect_uris: found.redirectUris ?? [],
    web_origins: found.webOrigins ?? [],
    scopes: [...(found.defaultClientScopes ?? []), ...(found.optionalClientScopes ?? [])],
    sign_in: signInOf(found),
    brand: brandOf(found),
  };
  const lines = Object.entries(result).map(([name, value]) => [name, textOf(value)]);
  return { result, text: table(['field', 'value'], lines) };
}

/** The brand's attributes that a client has. */
export function brandOf(client: ClientRepresentation): Record<string, string> {
  return attributesOf(
    client,
    BRAND_ATTRIBUTES.map((name) => [name, `linkgate.brand.${name}`]),
  );
}

/** The sign-in settings that a client overrides. */
function signInOf(client: ClientRepresentation): Record<string, string> {
  return attributesOf(client, Object.entries(CLIENT_ATTRIBUTES));
}

/** The named attributes that a client has, by the names used here. */
function attributesOf(
  { attributes }: ClientRepresentation,
  names: readonly (readonly [string, string])[],
): Record<string, string> {
  const entries = names.map(([name, attribute]) => [name, attributes?.[attribute]] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])));
}

function summary(client: ClientRepresentation) {
  return {
    client_id: client.clientId ?? '',
    name: client.name ?? '',
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
  if (Array.isArray(value)) return value.join('  ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, text]) => `${name}: ${text}`)
    .join('; ');
}
