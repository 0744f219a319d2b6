/** Linkgate's admin endpoint for links requested by a backend, as called by the command. */

import { ADMIN_RESOURCE, LINKS_ROLE } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { callLinkgate, readResult } from './call.ts';
import type { RealmAdmin } from './connect.ts';

/** A link to create, with the endpoint's field names (contract, section 4.14). */
export interface NewLink {
  readonly email: string;
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly delivery?: string;
  /** Seconds. */
  readonly lifetime?: number;
  readonly [parameter: string]: string | number | undefined;
}

/** A link as the server describes it; `link` only if it is returned. */
export interface CreatedLink {
  readonly id: string;
  readonly delivery: string;
  readonly email: string;
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
