/** The headers of every response of the demo. */
import type { RequestHandler } from 'express';

/**
 * Pages load no external resources and run no inline scripts. They may connect and submit forms to the demo and to the server at `serverUrl`: the
 * single-page application sends requests to it, and the sign-out forms redirect to it.
 */
export function securityHeaders(serverUrl: string): RequestHandler {
  const server = new URL(serverUrl).origin;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src 'self' ${server}`,
    `form-action 'self' ${server}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return (_request, response, next) => {
    response.set({
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    });
    next();
  };
}
