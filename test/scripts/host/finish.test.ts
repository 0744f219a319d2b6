/** Whether a response blames a request for a failure of the database. */
import { expect, test, vi } from 'vitest';

let isBroken = false;
vi.stubGlobal('Java', { type: () => ({ isBroken: () => isBroken }) });
vi.mock('../../../provider-scripts/src/platform/database/sql.ts', () => ({}));
vi.mock('../../../provider-scripts/src/http/response/replace-response.ts', () => ({}));

/** By its address: scripts' types aren't those of tests. */
const SOURCE = new URL('../../../provider-scripts/src/endpoints/filter/finish.ts', import.meta.url).href;
const { blamesRequest } = (await import(SOURCE)) as {
  blamesRequest(session: object, response: object): boolean;
};

/** A session whose transaction a rejection has marked for rollback, as Keycloak's own do. */
const SESSION = { getTransactionManager: () => ({ getRollbackOnly: () => true }) };

test.each([
  ['Keycloak’s status for a failed flow, after a failed statement', 400, true, true],
  ['a genuine rejection, which is rolled back', 400, false, false],
  ['another status', 403, true, false],
  ['a page', 200, true, false],
])('%s', (_, status, broken, blames) => {
  isBroken = broken;
  expect(blamesRequest(SESSION, { getStatus: () => status })).toBe(blames);
});
