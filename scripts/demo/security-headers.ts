/** The headers of every response of the demo. */
import type { RequestHandler } from 'express';

/**
 * Pages load nothing from elsewhere and run no inline script; they talk to the demo itself and to the server at `serverUrl`, where the
 * single page sends its requests and the sign-out forms lead.
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
