/** The closed table of error codes: HTTP status and general text (contract, section 7.2). A code is never renamed. */
import type { AdminRejectionId } from './admin-rejections.ts';

/** A code's row. */
interface CodeRow {
  status: number;
  /** Public; the catalogue has more specific texts. */
  text: string;
  /** The id that the admin API reports; `request` if absent. */
  id?: AdminRejectionId;
}

export const ERROR_CODES = {
  invalid_request: { status: 400, text: 'A parameter is missing or malformed' },
  ValidationError: { status: 400, text: 'The request body is not valid', id: 'invalid' },
  invalid_logout_request: { status: 400, text: 'The sign-out request is not valid' },
  invalid_client_metadata: { status: 400, text: 'The client metadata is not valid' },
  invalid_client: { status: 401, text: 'Client authentication failed' },
  client_not_approved: { status: 403, text: 'The client is not approved', id: 'client-not-approved' },
  invalid_grant: { status: 400, text: 'The code is not valid' },
  unauthorized_client: { status: 400, text: 'The client is not allowed to use this grant type' },
  unsupported_response_type: { status: 400, text: 'response_type must be "code"' },
  unsupported_grant_type: { status: 400, text: 'Use authorization_code or client_credentials' },
  request_not_supported: { status: 400, text: 'request: request objects are not supported' },
  request_uri_not_supported: { status: 400, text: 'request_uri: request objects are not supported' },
  insufficient_scope: { status: 403, text: 'The token does not have the scope openid' },
  insufficient_user_authentication: {
    status: 403,
    text: 'The session needs a recent proof of the second factor',
  },
  invalid_scope: { status: 400, text: 'The scope is not supported' },
  invalid_target: { status: 400, text: 'The requested resource is not one of the granted scopes' },
  invalid_token: { status: 401, text: 'The token is not valid' },
  invalid_dpop_proof: { status: 400, text: 'The proof of possession is not valid' },
  use_dpop_nonce: { status: 400, text: 'The proof of possession needs a nonce of the server' },
  access_denied: { status: 403, text: 'The request was denied' },
  login_required: { status: 401, text: 'No active session in this browser' },
  invalid_csrf_token: {
    status: 403,
    text: 'The header x-csrf-token is missing, from another browser, or too old',
  },
  shield_required: { status: 403, text: 'A challenge must be solved first' },
  referral_required: { status: 403, text: 'A referral code is needed to create an account' },
  invalid_referral_code: { status: 403, text: 'The referral code is not valid or has been used up' },
  too_many_requests: { status: 429, text: 'Too many requests', id: 'limit' },
  not_found: { status: 404, text: 'Not found', id: 'not-found' },
  server_error: {
    status: 500,
    text: 'Something went wrong on our side; please try again',
    id: 'unavailable',
  },
  temporarily_unavailable: {
    status: 503,
    text: 'The service is not available right now; please try again later',
    id: 'unavailable',
  },
} as const satisfies Record<string, CodeRow>;

/** A row of the table. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** Returns the value of `error` in responses: rows that differ only in status or page share one. */
export function wireCode(code: ErrorCode): string {
  if (code === 'invalid_logout_request') return 'invalid_request';
  return code === 'client_not_approved' ? 'invalid_client' : code;
}
