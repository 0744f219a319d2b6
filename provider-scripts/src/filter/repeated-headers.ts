/** Headers that must not repeat: Keycloak reads the first one, a proxy in front of it perhaps another. */
import type { ContainerRequestContext } from 'keycloak';
import { type Problem, problem } from '../errors/problem.ts';

const SINGLE = ['Authorization', 'Content-Type'] as const;

/** Rejects a request that has one of them more than once. */
export function checkRepeatedHeaders(request: ContainerRequestContext): Problem | null {
  for (const name of SINGLE) {
    const values = request.getHeaders().get(name);
    if (values !== null && values.size() > 1) return problem('given_twice', { parameter: name });
  }
  return null;
}
