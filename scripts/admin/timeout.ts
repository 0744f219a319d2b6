/** How long a command waits for a response of the server. */
export const RESPONSE_TIMEOUT_MILLISECONDS = 60_000;
