/** Linkgate's admin endpoints that check the realm's sender, and an email that arrived. */
import { ADMIN_RESOURCE } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { callLinkgate, readResult } from './call.ts';
import type { RealmAdmin } from './connect.ts';

/** A result; `domain`, `check` and `record` only of the sender. */
export interface CheckResult {
  readonly domain?: string;
  readonly check?: string;
  readonly state: 'good' | 'unclear' | 'bad';
  readonly message: string;
  readonly record?: string | null;
}

const lacks = 'these credentials lack the role manage-realm (to compare an email: view-realm)';
const missing = 'the realm doesn’t exist, or has neither linkgate.enabled nor the step';

export async function checkSender(admin: RealmAdmin): Promise<readonly CheckResult[]> {
  return await resultsOf(admin, await callLinkgate(admin, 'POST', `${ADMIN_RESOURCE}/email-check`));
}

export async function checkReceivedEmail(
  admin: RealmAdmin,
  received: string,
): Promise<readonly CheckResult[]> {
  const response = await callLinkgate(admin, 'POST', `${ADMIN_RESOURCE}/email-check/received`, { received });
  return await resultsOf(admin, response);
}

async function resultsOf({ realm }: RealmAdmin, response: Response): Promise<readonly CheckResult[]> {
  const what = `check of the email of realm ${realm}`;
  const { results } = (await readResult(response, { what, lacks, missing })) as {
    results: readonly CheckResult[];
  };
  return results;
}

/** Sends a test email to the caller, by one route if it is named; returns the address. */
export async function sendTestEmail(admin: RealmAdmin, route: string | undefined): Promise<string> {
  const query = route === undefined ? '' : `?route=${encodeURIComponent(route)}`;
  const response = await callLinkgate(admin, 'POST', `${ADMIN_RESOURCE}/test-email${query}`);
  const what = `test email of realm ${admin.realm}`;
  return ((await readResult(response, { what, lacks, missing })) as { email: string }).email;
}
