/** Reports limits to callers: `RateLimit-…` on every counted response, `Retry-After` on a rejection (contract, section 8.2). */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { headerOf } from '../../platform/session/headers.ts';
import { limitStatusOf } from '../../realm/limits/count.ts';

const NAMES = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;
/** The status of a request that a limit rejects. */
export const TOO_MANY_REQUESTS = 429;

/** The headers for a page that a flow shows; empty if nothing was counted. */
export function rateLimitHeaders(session: KeycloakSession, isRejection: boolean): Record<string, string> {
  const status = limitStatusOf(session);
  if (status === null) return {};
  const { limit, remaining, resetSeconds } = status;
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
    ...(isRejection ? { 'Retry-After': String(resetSeconds) } : {}),
  };
}

/** The headers of a finished response, readable by scripts of other origins that may read the response. */
export function responseLimitHeaders(
  session: KeycloakSession,
  response: ContainerResponseContext,
): Record<string, string> {
  const headers = rateLimitHeaders(session, response.getStatus() === TOO_MANY_REQUESTS);
  // Like Keycloak's CORS headers; has no effect for origins that may not read the response.
  if (Object.keys(headers).length > 0 && headerOf(session, 'Origin') !== null) {
    const exposed = [...NAMES, 'Retry-After'].join(', ');
    session.getContext().getHttpResponse().addHeader('Access-Control-Expose-Headers', exposed);
  }
  return headers;
}
