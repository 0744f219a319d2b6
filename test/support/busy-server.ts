/** Calls of the admin API on a busy machine, where Keycloak's transaction may time out with a 500 response. */
import { setTimeout as wait } from 'node:timers/promises';
import { NetworkError } from '@keycloak/keycloak-admin-client';
import { Failure } from '../../scripts/failure.ts';

const PATIENCE = { forMillis: 120_000, pauseMillis: 2000 };

/**
 * Retries work for a limited time while the server responds with 5xx or a similar failure. Any other failure is thrown immediately.
 *
 * @param work can be repeated after a 5xx response, whether or not that attempt had an effect
 */
export async function whileBusy<Result>(
  work: () => Promise<Result>,
  { forMillis, pauseMillis } = PATIENCE,
): Promise<Result> {
  for (const end = Date.now() + forMillis; ; await wait(pauseMillis)) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || Date.now() > end) throw error;
    }
  }
}

/** Keycloak's 400 message for a realm whose creation transaction timed out. */
const TRANSACTION_FAILED = 'Database operation failed';

/** A response of the admin API, or a command's message about one. */
function isBusy(error: unknown): boolean {
  if (error instanceof NetworkError)
    return error.response.status >= 500 || error.message.includes(TRANSACTION_FAILED);
  return (
    error instanceof Failure && (/: 5\d\d /.test(error.message) || error.message.includes(TRANSACTION_FAILED))
  );
}
