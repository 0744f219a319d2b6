/** Finds rate policies that were set but can't be used as set. */
import type { KeycloakSession } from 'keycloak';
import { isLinkgateRealm } from '../../platform/keycloak/enabled.ts';
import { hasOwnStep } from '../settings/own-step.ts';
import { parsePolicies } from './policies.ts';

/** Returns a line, with the realm's name, for each policy that is malformed or out of range. */
export function invalidPolicies(session: KeycloakSession): string[] {
  const lines: string[] = [];
  for (const realm of session.realms().getRealmsStream().toList()) {
    if (!isLinkgateRealm(realm) && !hasOwnStep(realm)) continue;
    parsePolicies(
      (attribute) => realm.getAttribute(attribute),
      (line) => lines.push(`realm "${realm.getName()}": ${line}`),
    );
  }
  return lines;
}
