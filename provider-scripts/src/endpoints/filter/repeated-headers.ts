/** Headers that must not repeat: Keycloak reads the first one, a proxy in front of it perhaps another. */
import type { KeycloakSession } from 'keycloak';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { headerValues } from '../../platform/session/headers.ts';

const SINGLE = ['Authorization', 'Content-Type'] as const;

/** Rejects a request that has one of them more than once. */
export function checkRepeatedHeaders(session: KeycloakSession): Problem | null {
  const repeated = SINGLE.find((name) => headerValues(session, name).length > 1);
  return repeated === undefined ? null : problem('given_twice', { parameter: repeated });
}
