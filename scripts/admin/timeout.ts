/** How long a command waits for one answer of the server. */
export const ANSWER_TIMEOUT_MILLISECONDS = 60_000;
