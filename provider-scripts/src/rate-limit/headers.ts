/** Reports limits to callers: `RateLimit-…` on every counted response, `Retry-After` on a rejection (contract, section 8.2). */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { limitStatusOf } from './count.ts';

const NAMES = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;
const TOO_MANY_REQUESTS = 429;

/** Sets the headers, readable by scripts of other origins that may read the response. */
export function setRateLimitHeaders(session: KeycloakSession, response: ContainerResponseContext): void {
  const status = limitStatusOf(session);
  if (status === null) return;
  const { limit, remaining, resetSeconds } = status;
  const values = {
    'RateLimit-Limit': limit,
    'RateLimit-Remaining': remaining,
    'RateLimit-Reset': resetSeconds,
  };
  const headers = response.getHeaders();
  for (const name of NAMES) headers.putSingle(name, String(values[name]));
  if (response.getStatus() === TOO_MANY_REQUESTS) headers.putSingle('Retry-After', String(resetSeconds));
  // Like Keycloak's CORS headers; has no effect for origins that may not read the response.
  if (session.getContext().getRequestHeaders().getHeaderString('Origin') !== null) {
    const exposed = [...NAMES, 'Retry-After'].join(', ');
    session.getContext().getHttpResponse().addHeader('Access-Control-Expose-Headers', exposed);
  }
}
