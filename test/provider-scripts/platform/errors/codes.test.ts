/** The closed table of error codes. */
import { describe, expect, test } from 'vitest';
import { ERROR_CODES, wireCode } from '../../../../provider-scripts/src/platform/errors/catalogue/codes.ts';

/** Row, status and code in the response. Callers depend on these: rows may be added, never renamed or moved. */
const PUBLISHED = [
  ['invalid_request', 400, 'invalid_request'],
  ['invalid_logout_request', 400, 'invalid_request'],
  ['ValidationError', 400, 'ValidationError'],
  ['invalid_client_metadata', 400, 'invalid_client_metadata'],
  ['invalid_client', 401, 'invalid_client'],
  ['client_not_approved', 403, 'invalid_client'],
  ['invalid_grant', 400, 'invalid_grant'],
  ['unauthorized_client', 400, 'unauthorized_client'],
  ['unsupported_response_type', 400, 'unsupported_response_type'],
  ['unsupported_grant_type', 400, 'unsupported_grant_type'],
  ['request_not_supported', 400, 'request_not_supported'],
  ['request_uri_not_supported', 400, 'request_uri_not_supported'],
  ['insufficient_scope', 403, 'insufficient_scope'],
  ['insufficient_user_authentication', 403, 'insufficient_user_authentication'],
  ['invalid_scope', 400, 'invalid_scope'],
  ['invalid_target', 400, 'invalid_target'],
  ['invalid_token', 401, 'invalid_token'],
  ['invalid_dpop_proof', 400, 'invalid_dpop_proof'],
  ['use_dpop_nonce', 400, 'use_dpop_nonce'],
  // By redirect only.
  ['access_denied', 403, 'access_denied'],
  ['login_required', 401, 'login_required'],
  ['invalid_csrf_token', 403, 'invalid_csrf_token'],
  ['shield_required', 403, 'shield_required'],
  ['referral_required', 403, 'referral_required'],
  ['invalid_referral_code', 403, 'invalid_referral_code'],
  ['too_many_requests', 429, 'too_many_requests'],
  ['not_found', 404, 'not_found'],
  ['server_error', 500, 'server_error'],
  ['temporarily_unavailable', 503, 'temporarily_unavailable'],
] as const;

describe('the error table', () => {
  test('has the published rows and no others', () => {
    expect(Object.keys(ERROR_CODES).sort()).toEqual(PUBLISHED.map(([code]) => code).sort());
  });

  test.each(PUBLISHED)('has %s with status %s as %s', (code, status, wire) => {
    expect(ERROR_CODES[code].status).toBe(status);
    expect(wireCode(code)).toBe(wire);
  });

  test.each(PUBLISHED)('has a public text for %s, one line of printable ASCII', (code) => {
    expect(ERROR_CODES[code].text).toMatch(/^[!-~][ -~]+[!-~]$/);
  });
});
