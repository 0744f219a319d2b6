/** Rate policies that administrators have set, and that aren't used as set. */
import type { KeycloakSession } from 'keycloak';
import { isLinkgateRealm } from '../keycloak/enabled.ts';
import { parsePolicies } from './policies.ts';

/** A line for each policy of a Linkgate realm that is malformed or out of range, with the realm's name. */
export function unusedPolicies(session: KeycloakSession): string[] {
  const lines: string[] = [];
  for (const realm of session.realms().getRealmsStream().toList()) {
    if (!isLinkgateRealm(realm)) continue;
    parsePolicies(
      (attribute) => realm.getAttribute(attribute),
      (line) => lines.push(`realm "${realm.getName()}": ${line}`),
    );
  }
  return lines;
}
