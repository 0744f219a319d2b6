/** Linkgate's admin endpoint for links requested by a backend, as called by the command. */

import { ADMIN_RESOURCE, LINKS_ROLE } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { callLinkgate, readResult } from './call.ts';
import type { RealmAdmin } from './connect.ts';

/** A link to create, with the endpoint's field names (contract, section 4.14). */
export interface NewLink {
  readonly client_id: string;
  readonly delivery?: string;
  /** Seconds. */
  readonly lifetime?: number;
  readonly [parameter: string]: string | number | undefined;
}

/** A link as the server describes it; `link` only if it is returned. */
export interface CreatedLink {
  readonly id: string;
  readonly delivery: string;
  /** Null for an account without an address, in a stock realm. */
  readonly email: string | null;
  readonly client_id: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly link?: string;
}

/**
 * Requests a link, which is emailed or returned.
 * @throws Failure that names each field that the server rejects
 */
export async function createLink(admin: RealmAdmin, request: NewLink): Promise<CreatedLink> {
  const response = await callLinkgate(admin, 'POST', `${ADMIN_RESOURCE}/links`, request);
  return (await readResult(response, {
    what: `link of realm ${admin.realm}`,
    lacks: `these credentials lack the role impersonation, or the realm's ${LINKS_ROLE} for an account without administration roles (a client without full scope also needs it among its scope mappings)`,
    missing: "the realm doesn't exist, or the server has no plugin",
  })) as CreatedLink;
}

/** Whose links, for which client, or of which list. */
export type LinkOwner =
  | { readonly user_id: string }
  | { readonly client_id: string }
  | { readonly batch: string };

/** A link, without its token. Times are Unix seconds. */
export interface OpenLink {
  readonly id: string;
  readonly client_id: string;
  readonly user_id: string | null;
  readonly email: string | null;
  readonly state: string;
  /** Why a line of a list got no link. */
  readonly failure: string | null;
  readonly requested_by: string;
  readonly delivery: string;
  readonly expires_at: number;
}

const PAGE = 100;

/** Lists the open links of a user or for a client, or all of a list, newest first: at most the ten thousand that can be paged. */
export async function listLinks(admin: RealmAdmin, owner: LinkOwner): Promise<OpenLink[]> {
  return await listAll<OpenLink>(admin, 'links', 'links', owner);
}

async function listAll<T>(
  admin: RealmAdmin,
  path: string,
  rows: string,
  filter: Readonly<Record<string, string>>,
): Promise<T[]> {
  const all: T[] = [];
  for (let first: number | null = 0; first !== null; ) {
    const query = new URLSearchParams({ ...filter, first: String(first), max: String(PAGE) });
    const response = await callLinkgate(admin, 'GET', `${ADMIN_RESOURCE}/${path}?${query}`);
    const page = (await readResult(response, explained(admin, 'view-users'))) as Record<string, unknown>;
    all.push(...(page[rows] as T[]));
    first = page.next as number | null;
  }
  return all;
}

/** A list of users who get a link each, with its lines by state. */
export interface LinkBatch {
  readonly id: string;
  readonly state: string;
  readonly created_by: string | null;
  /** Unix seconds. */
  readonly created_at: number;
  readonly users: number;
  readonly pause: { readonly reason: string; readonly until: number | null } | null;
  readonly counts: Readonly<Record<string, number>>;
}

/** What is requested for a list, with the endpoint's field names (contract, section 4.14). */
export interface NewLinkBatch {
  readonly client_id: string;
  readonly users: readonly object[];
  readonly [parameter: string]: unknown;
}

const LACKS_SENDING = `these credentials lack the role manage-users, impersonation or the realm's ${LINKS_ROLE}`;

/** Validates a list; returns the number of its users. */
export async function checkLinkBatch(admin: RealmAdmin, request: NewLinkBatch): Promise<number> {
  const { users } = (await postBatch(admin, { ...request, dry_run: true })) as { users: number };
  return users;
}

/** Has a list sent. */
export async function sendLinkBatch(admin: RealmAdmin, request: NewLinkBatch): Promise<LinkBatch> {
  return (await postBatch(admin, request)) as LinkBatch;
}

async function postBatch(admin: RealmAdmin, request: object): Promise<unknown> {
  const response = await callLinkgate(admin, 'POST', `${ADMIN_RESOURCE}/link-batches`, request);
  return await readResult(response, { ...explained(admin, ''), lacks: LACKS_SENDING });
}

/** Lists them, newest first. */
export async function listLinkBatches(admin: RealmAdmin): Promise<LinkBatch[]> {
  return await listAll<LinkBatch>(admin, 'link-batches', 'batches', {});
}

/** Shows one; or stops or resumes it. */
export async function getLinkBatch(admin: RealmAdmin, id: string): Promise<LinkBatch> {
  const response = await callLinkgate(admin, 'GET', batchPath(id));
  return (await readResult(response, explained(admin, 'view-users'))) as LinkBatch;
}

export async function changeLinkBatch(
  admin: RealmAdmin,
  id: string,
  action: 'start' | 'stop',
): Promise<LinkBatch> {
  const response = await callLinkgate(admin, 'POST', `${batchPath(id)}/${action}`);
  return (await readResult(response, explained(admin, 'manage-users'))) as LinkBatch;
}

function batchPath(id: string): string {
  return `${ADMIN_RESOURCE}/link-batches/${encodeURIComponent(id)}`;
}

/** 1 for a link that is open, 0 for one that is used up. */
export async function countOpen(admin: RealmAdmin, id: string): Promise<number> {
  const response = await callLinkgate(admin, 'GET', `${ADMIN_RESOURCE}/links/${encodeURIComponent(id)}`);
  const { state } = (await readResult(response, explained(admin, 'view-users'))) as { state: string };
  return state === 'issued' ? 1 : 0;
}

/** Revokes one link; returns 1, or 0 if it was used up. */
export async function revokeLink(admin: RealmAdmin, id: string): Promise<number> {
  const path = `${ADMIN_RESOURCE}/links/${encodeURIComponent(id)}/revoke`;
  return await revoke(admin, path, {});
}

/** Revokes the open links of a user or for a client, or only counts them; returns their number. */
export async function revokeLinks(admin: RealmAdmin, owner: LinkOwner, isDryRun = false): Promise<number> {
  return await revoke(admin, `${ADMIN_RESOURCE}/links/revoke`, { ...owner, dry_run: isDryRun });
}

async function revoke(admin: RealmAdmin, path: string, body: object): Promise<number> {
  const response = await callLinkgate(admin, 'POST', path, body);
  const { revoked } = (await readResult(response, explained(admin, 'manage-users'))) as { revoked: number };
  return revoked;
}

function explained({ realm }: RealmAdmin, role: string) {
  return {
    what: `links of realm ${realm}`,
    lacks: `these credentials lack the role ${role}`,
    missing: 'there is no such link or list, or the realm has neither Linkgate nor its step',
  };
}
