/** The headers of every response of the demo. */
import type { RequestHandler } from 'express';

/**
 * Pages load nothing from elsewhere and run no inline script; they connect to the demo itself and to the server at `serverUrl`, to which the
 * single-page application sends its requests and the sign-out forms submit.
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
