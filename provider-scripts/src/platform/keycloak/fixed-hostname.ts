/** Prevents links whose host would come from the request's `Host` header (contract, section 1). */
import type { KeycloakSession } from 'keycloak';
import { log } from '../engine/log.ts';
import { type Problem, problem } from '../errors/problem.ts';
import { hasFixedHostname } from './base-url.ts';
import { requireRealm } from './realm.ts';

/** Null if the hostname is fixed; otherwise logs the setting to change. */
export function checkFixedHostname(session: KeycloakSession): Problem | null {
  if (hasFixedHostname(session)) return null;
  log.error(
    `realm "${requireRealm(session).getName()}": no link is sent without a fixed hostname; set --hostname to a full URL, or the realm's frontendUrl`,
  );
  return problem('hostname_not_fixed');
}
