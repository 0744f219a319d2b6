/** Linkgate's admin endpoint for clients, as the commands call it. */

import { BRANDING_ATTRIBUTES, type BrandingAttribute } from '../../provider-scripts/src/branding/branding.ts';
import type { Approval } from '../../provider-scripts/src/client/approval.ts';
import { ADMIN_RESOURCE } from '../../provider-scripts/src/ids.ts';
import { callLinkgate, goodResponse, type Meaning } from './call.ts';
import type { RealmAdmin } from './connect.ts';

/** A client as the server shows it, all of one moment (docs/admin-api.json). */
export interface ShownClient {
  readonly client_id: string;
  readonly name: string;
  readonly kind: string;
  readonly state: Approval;
  readonly enabled: boolean;
  readonly version: string;
  readonly branding: Readonly<Record<string, string | null>>;
  readonly [field: string]: unknown;
}

/** Which client, by Keycloak's identifier and its own. */
interface Which {
  readonly id: string;
  readonly clientId: string;
}

const CHANGED = 409;

/** How many clients one call lists. */
const PAGE = 100;

/** Public data of the realm's clients, by their identifiers; empty if the server doesn't provide it, as without the plugin. */
export async function fetchNames(admin: RealmAdmin): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (let first = 0; ; first += PAGE) {
    const answer = await callLinkgate(admin, 'GET', `${ADMIN_RESOURCE}/clients?first=${first}&max=${PAGE}`);
    if (!answer.ok) return names;
    const { clients } = (await answer.json()) as { clients: ShownClient[] };
    for (const { client_id, name } of clients) names.set(client_id, name);
    if (clients.length < PAGE) return names;
  }
}

/** The client with its version. */
export async function fetchClient(admin: RealmAdmin, { id, clientId }: Which): Promise<ShownClient> {
  const answer = await callLinkgate(admin, 'GET', pathOf(id));
  return (await goodResponse(answer, meaning(clientId, 'view-clients or manage-clients'))) as ShownClient;
}

/**
 * Decides about a client; `version` is the version that the administrator reviewed, required for approval.
 * @returns 'changed' if the client has changed since: nothing is decided then
 */
export async function putApproval(
  admin: RealmAdmin,
  { id, clientId }: Which,
  state: Approval,
  version?: string,
): Promise<ShownClient | 'changed'> {
  const body = { state, ...(version === undefined ? {} : { version }) };
  const answer = await callLinkgate(admin, 'PUT', `${pathOf(id)}/approval`, body);
  if (answer.status === CHANGED) return 'changed';
  return (await goodResponse(answer, meaning(clientId, 'manage-clients'))) as ShownClient;
}

/** The branding's attributes that a client has. */
export function brandingOf({ branding }: ShownClient): Record<string, string> {
  const entries = BRANDING_ATTRIBUTES.map((name) => [name, branding[name.replace('-', '_')]] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is [BrandingAttribute, string] => Boolean(entry[1])),
  );
}

function pathOf(id: string): string {
  return `${ADMIN_RESOURCE}/clients/${id}`;
}

function meaning(clientId: string, role: string): Meaning {
  return {
    what: `client ${clientId}`,
    lacks: `these credentials lack the role ${role}`,
    missing: 'it was just removed, or the server has no plugin',
  };
}
