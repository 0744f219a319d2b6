/** Linkgate's admin endpoint that tries the connection to the realm's mail server. */

import { ADMIN_RESOURCE } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { callLinkgate, readResult } from './call.ts';
import type { RealmAdmin } from './connect.ts';

/** What came of it; `message` says why it failed, `response` has the last SMTP command and the codes of its response. */
export interface MailServerTest {
  readonly connected: boolean;
  readonly message: string | null;
  readonly response: string | null;
}

/** Tries the connection, which takes the server ten seconds at most; undefined if the realm has neither `linkgate.enabled` nor the step. */
export async function testMailServer(admin: RealmAdmin): Promise<MailServerTest | undefined> {
  const response = await callLinkgate(admin, 'POST', `${ADMIN_RESOURCE}/mail-server/test`);
  if (response.status === 404) return undefined;
  return (await readResult(response, {
    what: `mail server of realm ${admin.realm}`,
    lacks: 'these credentials lack the role manage-realm',
    missing: 'the server has no plugin',
  })) as MailServerTest;
}
