/** The admin API's calls for referral codes, as the commands make them. */

import { ADMIN_RESOURCE } from '../../provider-scripts/src/ids.ts';
import { Failure } from '../failure.ts';
import { callLinkgate, goodResponse } from './call.ts';
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

/** A code as the server describes it; `code` only when it was just created. */
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
 * Makes a code.
 * @throws Failure that names each field that the server rejects
 */
export async function createReferral(admin: RealmAdmin, order: ReferralInput): Promise<Referral | 'exists'> {
  const answer = await call(admin, 'POST', '', order);
  if (answer.status === CONFLICT) return 'exists';
  return (await good(admin, answer)) as Referral;
}

/** All codes of the realm, newest first. */
export async function listReferrals(admin: RealmAdmin): Promise<readonly Referral[]> {
  const all: Referral[] = [];
  let first: number | null = 0;
  while (first !== null) {
    const response = await call(admin, 'GET', `?first=${first}&max=${PAGE_SIZE}`);
    const page = (await good(admin, response)) as { referrals: readonly Referral[]; next: number | null };
    all.push(...page.referrals);
    first = page.next;
  }
  return all;
}

/** Revokes a code by its id; accounts created with it stay. */
export async function revokeReferral(admin: RealmAdmin, id: string): Promise<void> {
  const answer = await call(admin, 'DELETE', `/${encodeURIComponent(id)}`);
  if (answer.status === 404)
    throw new Failure(`referral ${id}: not in realm ${admin.realm}; the command list shows the ids`);
  await good(admin, answer);
}

async function call(admin: RealmAdmin, method: string, path = '', body?: ReferralInput): Promise<Response> {
  return await callLinkgate(admin, method, `${ADMIN_RESOURCE}/referrals${path}`, body);
}

async function good({ realm }: RealmAdmin, answer: Response): Promise<unknown> {
  return await goodResponse(answer, {
    what: `referral codes of realm ${realm}`,
    lacks: 'these credentials lack the role manage-realm (to list: view-realm)',
    missing: 'there is no such realm, or it has no linkgate.enabled, or the server no plugin',
  });
}
