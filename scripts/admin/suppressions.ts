/** Linkgate's admin endpoints for addresses that get no emails. */
import { ADMIN_RESOURCE } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { callLinkgate, readResult } from './call.ts';
import type { RealmAdmin } from './connect.ts';

/** An address that gets no emails. */
export interface ListedSuppression {
  /** A hash of the address. */
  readonly id: string;
  /** Null once it has been stored for long. */
  readonly email: string | null;
  readonly reason: string;
  readonly route: string;
  /** Unix milliseconds. */
  readonly since: number;
  /** Unix seconds; null if it doesn't end by itself. */
  readonly expires_at: number | null;
  readonly words: string | null;
}

function explained({ realm }: RealmAdmin, role: string, missing: string) {
  return {
    what: `suppressions of realm ${realm}`,
    lacks: `these credentials lack the role ${role}`,
    missing,
  };
}

/** Lists the latest, at most 100. */
export async function listSuppressions(admin: RealmAdmin): Promise<readonly ListedSuppression[]> {
  const response = await callLinkgate(admin, 'GET', `${ADMIN_RESOURCE}/email-suppressions`);
  const missing = 'the realm doesn’t exist, or has neither linkgate.enabled nor the step';
  const read = await readResult(response, explained(admin, 'view-users', missing));
  return (read as { suppressions: readonly ListedSuppression[] }).suppressions;
}

/** Lifts one, with a reason. */
export async function liftSuppression(admin: RealmAdmin, id: string, reason: string): Promise<void> {
  const path = `${ADMIN_RESOURCE}/email-suppressions/${encodeURIComponent(id)}/lift`;
  const response = await callLinkgate(admin, 'POST', path, { reason });
  await readResult(response, explained(admin, 'manage-users', 'no address with this ID is suppressed'));
}
