/** How long a command waits for one response of the server. */
export const RESPONSE_TIMEOUT_MILLISECONDS = 60_000;
