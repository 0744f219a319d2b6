/** Response statuses without an error code of the contract (RFC 9110, section 15). */

export const NO_CONTENT = 204;
export const FORBIDDEN = 403;
