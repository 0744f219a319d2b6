/** How long tests wait for what another process does. A passing test takes no longer by a long patience. */

/** For an email, a page, a server or a row: less than the 120 seconds that a test has, so that the failure names what is missing. */
export const PATIENCE_MILLIS = 90_000;

/** The same as options of `vi.waitFor`, `vi.waitUntil`, `expect.poll` and Playwright. */
export const PATIENT = { timeout: PATIENCE_MILLIS };
