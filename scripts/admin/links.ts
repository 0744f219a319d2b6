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

/** Whose links, or for which client. */
export type LinkOwner = { readonly user_id: string } | { readonly client_id: string };

/** An open link, without its token. Times are Unix seconds. */
export interface OpenLink {
  readonly id: string;
  readonly client_id: string;
  readonly user_id: string | null;
  readonly email: string | null;
  readonly requested_by: string;
  readonly delivery: string;
  readonly expires_at: number;
}

const PAGE = 100;

/** Lists the open links of a user or for a client, newest first: at most the ten thousand that can be paged. */
export async function listOpenLinks(admin: RealmAdmin, owner: LinkOwner): Promise<OpenLink[]> {
  const links: OpenLink[] = [];
  for (let first: number | null = 0; first !== null; ) {
    const query = new URLSearchParams({ ...owner, first: String(first), max: String(PAGE) });
    const response = await callLinkgate(admin, 'GET', `${ADMIN_RESOURCE}/links?${query}`);
    const page = (await readResult(response, explained(admin, 'view-users'))) as {
      links: OpenLink[];
      next: number | null;
    };
    links.push(...page.links);
    first = page.next;
  }
  return links;
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
    missing: 'there is no such link, or the realm has neither Linkgate nor its step',
  };
}
