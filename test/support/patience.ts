/** How long tests wait for another process. A passing test takes no longer by a long timeout. */

/** For an email, a page, a server or a row: less than a test's 120 seconds, so that the failure names what is missing. */
export const PATIENCE_MILLIS = 90_000;

/** The same as options of `vi.waitFor`, `vi.waitUntil`, `expect.poll` and Playwright. */
export const PATIENT = { timeout: PATIENCE_MILLIS };
