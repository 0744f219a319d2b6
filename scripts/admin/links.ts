/** Linkgate's admin endpoint for links requested by a backend, as the command calls it. */

import { ADMIN_RESOURCE, BACKEND_LINKS_ATTRIBUTE, LINKS_ROLE } from '../../provider-scripts/src/ids.ts';
import { Failure } from '../failure.ts';
import { callLinkgate, goodResponse } from './call.ts';
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
export interface MadeLink {
  readonly id: string;
  readonly delivery: string;
  readonly email: string;
  readonly client_id: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly link?: string;
}

const TOO_MANY = 429;

/**
 * Has a link emailed or returned.
 * @throws Failure that names each field that the server rejects
 */
export async function createLink(admin: RealmAdmin, order: NewLink): Promise<MadeLink> {
  const answer = await callLinkgate(admin, 'POST', `${ADMIN_RESOURCE}/links`, order);
  const what = `link of realm ${admin.realm}`;
  if (answer.status === TOO_MANY)
    throw new Failure(
      `${what}: too many requests; try again in ${answer.headers.get('retry-after')} seconds`,
    );
  return (await goodResponse(answer, {
    what,
    lacks: `these credentials lack the role impersonation, or the realm's ${LINKS_ROLE} for an account without administration roles`,
    missing: `the realm attribute ${BACKEND_LINKS_ATTRIBUTE} isn't true, or the server has no plugin`,
  })) as MadeLink;
}
