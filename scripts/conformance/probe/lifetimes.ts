/** How long tokens and codes last, in seconds (contract, section 8.1). */
export const TOKEN_SECONDS = 3600;
export const CODE_SECONDS = 600;
