/** What a realm does with the documents of a host. */

import type { RealmModel } from 'keycloak';
import { settingOf } from '../../realm/settings/of.ts';
import { REALM } from '../../realm/settings/table.ts';
import { isTrustedHost } from '../trusted-domains.ts';

/** By the realm as it is now: what they say is approved, waits for administrators, or isn't fetched. */
export function documentRule(realm: RealmModel, host: string): 'approve' | 'wait' | 'ignore' {
  const mode = settingOf(realm, REALM.clientDocuments);
  if (mode === 'off') return 'ignore';
  if (isTrustedHost(host, settingOf(realm, REALM.trustedDomains))) return 'approve';
  return mode === 'trusted' ? 'ignore' : 'wait';
}
