/** Linkgate's admin endpoint for clients, as called by the commands. */

import { ADMIN_RESOURCE } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { fieldOf } from '../../provider-scripts/src/realm/branding/branding.ts';
import type { Approval, SecondFactor } from '../../provider-scripts/src/realm/settings/choices.ts';
import {
  BRANDING_ATTRIBUTES,
  TRANSLATED_TEXTS,
  type TranslatedText,
} from '../../provider-scripts/src/realm/settings/table.ts';
import { Failure } from '../failure.ts';
import type { JsonObject } from '../json.ts';
import { callLinkgate, type ErrorExplanations, readResult } from './call.ts';
import type { RealmAdmin } from './connect.ts';

/** A client as described by the server, a consistent snapshot (docs/admin-api.json). */
export interface ClientDetails {
  readonly client_id: string;
  readonly name: string;
  readonly kind: string;
  readonly state: Approval;
  readonly enabled: boolean;
  readonly version: string;
  readonly branding: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** A client's internal ID in Keycloak, and its client ID. */
export interface ClientIds {
  readonly id: string;
  readonly clientId: string;
}

const CONFLICT = 409;

/** The number of clients per page. */
const PAGE_SIZE = 100;

/** The display names of the realm's clients by client ID; empty if the server doesn't provide them, as without the plugin. */
export async function fetchNames(admin: RealmAdmin): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (let first = 0; ; first += PAGE_SIZE) {
    const response = await callLinkgate(
      admin,
      'GET',
      `${ADMIN_RESOURCE}/clients?first=${first}&max=${PAGE_SIZE}`,
    );
    if (!response.ok) return names;
    const { clients } = (await response.json()) as { clients: ClientDetails[] };
    for (const { client_id, name } of clients) names.set(client_id, name);
    if (clients.length < PAGE_SIZE) return names;
  }
}

/** Fetches a client with its version. */
export async function fetchClient(admin: RealmAdmin, { id, clientId }: ClientIds): Promise<ClientDetails> {
  const response = await callLinkgate(admin, 'GET', pathOf(id));
  return (await readResult(
    response,
    explanations(clientId, 'view-clients or manage-clients'),
  )) as ClientDetails;
}

/** The number of open links that were returned to a client. */
export async function countReturnedLinks(admin: RealmAdmin, { id, clientId }: ClientIds): Promise<number> {
  const response = await callLinkgate(admin, 'GET', `${pathOf(id)}/links`);
  const result = (await readResult(response, explanations(clientId, 'view-clients or manage-clients'))) as {
    open: number;
  };
  return result.open;
}

/** Revokes them; returns their number. */
export async function revokeReturnedLinks(admin: RealmAdmin, { id, clientId }: ClientIds): Promise<number> {
  const response = await callLinkgate(admin, 'POST', `${pathOf(id)}/links/revoke`);
  const result = (await readResult(response, explanations(clientId, 'manage-clients'))) as {
    revoked: number;
  };
  return result.revoked;
}

/**
 * Sets a client's approval; `version` is the version that the administrator reviewed, required to approve.
 * @returns 'changed' if the client has changed since; then its approval stays
 */
export async function setApproval(
  admin: RealmAdmin,
  { id, clientId }: ClientIds,
  state: Approval,
  version?: string,
): Promise<ClientDetails | 'changed'> {
  const body = { state, ...(version === undefined ? {} : { version }) };
  const response = await callLinkgate(admin, 'PUT', `${pathOf(id)}/approval`, body);
  if (response.status === CONFLICT) return 'changed';
  return (await readResult(response, explanations(clientId, 'manage-clients'))) as ClientDetails;
}

/**
 * Sets whether a client's users need a second factor; `version` is the version that was read before.
 * @throws Failure that says what would be overwritten
 */
export async function setSecondFactor(
  admin: RealmAdmin,
  client: ClientIds,
  mode: SecondFactor,
  version: string,
): Promise<ClientDetails> {
  const body = { second_factor: mode, version };
  return await putClient(
    admin,
    client,
    'second-factor',
    body,
    'manage-clients or manage-realm; both are needed',
  );
}

/**
 * Changes a part of a client; the body has the version that was read before.
 * @returns what that operation returns: the client, or its branding
 * @throws Failure that names each field that the server rejects, or says why nothing was changed
 */
export async function putClient<T = ClientDetails>(
  admin: RealmAdmin,
  { id, clientId }: ClientIds,
  path: string,
  body: JsonObject,
  role = 'manage-clients',
): Promise<T> {
  const response = await callLinkgate(admin, 'PUT', `${pathOf(id)}/${path}`, body);
  if (response.status === CONFLICT) {
    const { message } = (await response.json()) as { message: string };
    throw new Failure(`client ${clientId}: ${message}`);
  }
  return (await readResult(response, explanations(clientId, role))) as T;
}

/** A client's branding with its version (docs/admin-api.json). */
export interface ClientBranding {
  readonly branding: Readonly<Record<string, unknown>> & {
    readonly translations: Record<string, Record<string, string | null>>;
  };
  readonly version: string;
}

/** Fetches a client's branding. */
export async function fetchBranding(admin: RealmAdmin, { id, clientId }: ClientIds): Promise<ClientBranding> {
  const response = await callLinkgate(admin, 'GET', `${pathOf(id)}/branding`);
  return (await readResult(
    response,
    explanations(clientId, 'view-clients or manage-clients'),
  )) as ClientBranding;
}

/**
 * Uploads a logo, which is deleted after a day unless a branding with it is saved.
 * @returns what a branding's `logo` names it by
 * @throws Failure if the server takes no such picture
 */
export async function uploadLogo(
  admin: RealmAdmin,
  { id, clientId }: ClientIds,
  picture: Buffer,
): Promise<string> {
  const body = { content: picture.toString('base64') };
  const response = await callLinkgate(admin, 'POST', `${pathOf(id)}/branding/logo`, body);
  return ((await readResult(response, explanations(clientId, 'manage-clients'))) as { logo: string }).logo;
}

/** An API scope of the realm. */
export interface ApiScope {
  readonly name: string;
  readonly audiences: readonly string[];
}

/** The realm's API scopes, by name. */
export async function fetchApiScopes(admin: RealmAdmin): Promise<readonly ApiScope[]> {
  const response = await callLinkgate(admin, 'GET', `${ADMIN_RESOURCE}/api-scopes`);
  const result = await readResult(response, explanations('of any ID', 'view-clients or manage-clients'));
  return (result as { api_scopes: readonly ApiScope[] }).api_scopes;
}

/** The flow of clients with a second factor, and the identity providers that aren't covered (docs/admin-api.json). */
export interface SecondFactorState {
  readonly flow: string;
  readonly flow_state: 'absent' | 'unchanged' | 'changed' | 'unsafe';
  readonly providers_without: readonly string[];
}

/** Fetches it. */
export async function fetchSecondFactor(admin: RealmAdmin): Promise<SecondFactorState> {
  const response = await callLinkgate(admin, 'GET', `${ADMIN_RESOURCE}/second-factor`);
  return (await readResult(
    response,
    explanations('of any ID', 'view-clients or manage-clients'),
  )) as SecondFactorState;
}

type Translations = Readonly<Record<string, Readonly<Record<TranslatedText, string | null>>>>;

/** The branding attributes that are set for a client. */
export function brandingOf({ branding }: Pick<ClientDetails, 'branding'>): Record<string, string> {
  const translations = Object.entries((branding.translations ?? {}) as Translations);
  const values: readonly (readonly [name: string, value: unknown])[] = [
    ...BRANDING_ATTRIBUTES.map((name) => [name, branding[fieldOf(name)]] as const),
    ...translations.flatMap(([tag, texts]) =>
      TRANSLATED_TEXTS.map((name) => [`${name}.${tag}`, texts[name]] as const),
    ),
  ];
  return Object.fromEntries(
    values.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function pathOf(id: string): string {
  return `${ADMIN_RESOURCE}/clients/${id}`;
}

function explanations(clientId: string, role: string): ErrorExplanations {
  return {
    what: `client ${clientId}`,
    lacks: `these credentials lack the role ${role}`,
    missing: 'it was just removed, or the server has no plugin',
  };
}
