/** Linkgate's admin endpoints for referral codes, as called by the commands. */

import { ADMIN_RESOURCE } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { Failure } from '../failure.ts';
import { callLinkgate, readResult } from './call.ts';
import type { RealmAdmin } from './connect.ts';

/** A code to create; omitted values are the endpoint's defaults. */
export interface ReferralInput {
  readonly code?: string;
  readonly max_uses?: number;
  /** Unix seconds. */
  readonly expires_at?: number;
  readonly client_id?: string;
  /** Validates only; stores nothing. */
  readonly dry_run?: boolean;
}

/** A code as the server describes it; `code` only right after its creation. */
export interface Referral {
  readonly id: string;
  readonly code?: string;
  readonly max_uses: number;
  readonly uses: number;
  /** Unix seconds. */
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly client_id: string | null;
}

const CONFLICT = 409;
/** The longest page that the endpoint returns. */
const PAGE_SIZE = 100;

/**
 * Creates a code.
 * @throws Failure that names each field that the server rejects
 */
export async function createReferral(
  admin: RealmAdmin,
  referral: ReferralInput,
): Promise<Referral | 'exists'> {
  const response = await call(admin, 'POST', '', referral);
  if (response.status === CONFLICT) return 'exists';
  return (await resultOf(admin, response)) as Referral;
}

/** All codes of the realm, newest first. */
export async function listReferrals(admin: RealmAdmin): Promise<readonly Referral[]> {
  const all: Referral[] = [];
  let first: number | null = 0;
  while (first !== null) {
    const response = await call(admin, 'GET', `?first=${first}&max=${PAGE_SIZE}`);
    const page = (await resultOf(admin, response)) as { referrals: readonly Referral[]; next: number | null };
    all.push(...page.referrals);
    first = page.next;
  }
  return all;
}

/** Revokes a code by its id; accounts created with it stay. */
export async function revokeReferral(admin: RealmAdmin, id: string): Promise<void> {
  const response = await call(admin, 'DELETE', `/${encodeURIComponent(id)}`);
  if (response.status === 404)
    throw new Failure(`referral ${id}: not in realm ${admin.realm}; the command list shows the ids`);
  await resultOf(admin, response);
}

async function call(admin: RealmAdmin, method: string, path = '', body?: ReferralInput): Promise<Response> {
  return await callLinkgate(admin, method, `${ADMIN_RESOURCE}/referrals${path}`, body);
}

async function resultOf({ realm }: RealmAdmin, response: Response): Promise<unknown> {
  return await readResult(response, {
    what: `referral codes of realm ${realm}`,
    lacks: 'these credentials lack the role manage-realm (to list: view-realm)',
    missing: "the realm doesn't exist, or the server has no plugin",
  });
}
