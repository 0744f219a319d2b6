/** The headers of one of Keycloak's pages that loads something from other origins. */
import type { KeycloakSession } from 'keycloak';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { widenedPolicy } from './policy.ts';

const BrowserSecurityHeaders = Java.type('org.keycloak.models.BrowserSecurityHeaders');
const SecurityHeadersProvider = Java.type('org.keycloak.headers.SecurityHeadersProvider');

/** The realm's security headers with a widened policy, which the response must have in place of Keycloak’s. */
export function headersAllowing(
  session: KeycloakSession,
  origins: readonly string[],
): Record<string, string> {
  const stored = Java.record(requireRealm(session).getBrowserSecurityHeaders());
  const headers: Record<string, string> = {};
  for (const header of BrowserSecurityHeaders.values()) {
    const value = stored[header.getKey()] ?? header.getDefaultValue();
    const isPolicy = header === BrowserSecurityHeaders.CONTENT_SECURITY_POLICY;
    if (value !== '') headers[header.getHeaderName()] = isPolicy ? widenedPolicy(value, origins) : value;
  }
  session.getProvider(SecurityHeadersProvider.class).options().skipHeaders();
  return headers;
}
