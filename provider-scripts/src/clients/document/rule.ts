/** What a realm does with the documents of a host. */
import type { RealmModel } from 'keycloak';
import { isTrustedHost, readTrustedDomains, TRUSTED_DOMAINS_ATTRIBUTE } from '../trusted-domains.ts';
import { DOCUMENTS_ATTRIBUTE, readDocumentMode } from './policy.ts';

/** By the realm as it is now: what they say is approved, waits for administrators, or isn't fetched. */
export function documentRule(realm: RealmModel, host: string): 'approve' | 'wait' | 'ignore' {
  const mode = readDocumentMode(realm.getAttribute(DOCUMENTS_ATTRIBUTE));
  if (mode === 'off') return 'ignore';
  if (isTrustedHost(host, readTrustedDomains(realm.getAttribute(TRUSTED_DOMAINS_ATTRIBUTE))))
    return 'approve';
  return mode === 'trusted' ? 'ignore' : 'wait';
}
