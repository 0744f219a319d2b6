/** The parameters of an authorization request that are returned to its client unchanged. */
export const OPAQUE_PARAMETERS = ['state', 'nonce'] as const;

/** Their longest value, in characters (contract, section 4.3). */
export const MAX_STATE_LENGTH = 1024;
