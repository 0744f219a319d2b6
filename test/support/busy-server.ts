/** What tests ask of the admin API on a machine that is so busy that Keycloak's transaction runs out of time, and it answers 500. */
import { setTimeout as wait } from 'node:timers/promises';
import { NetworkError } from '@keycloak/keycloak-admin-client';
import { Failure } from '../../scripts/failure.ts';

const PATIENCE = { forMillis: 120_000, pauseMillis: 2000 };

/**
 * Does something, and again while the server answers 5xx or the like, for a limited time: then that answer is the failure, as any other is at once.
 *
 * @param work what may be done again after a try that was answered 5xx, whatever came of that
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

/** What Keycloak says, with 400, of a realm that was being made when its transaction ended. */
const ENDED = 'Database operation failed';

/** An answer of the admin API, or what a command says of one. */
function isBusy(error: unknown): boolean {
  if (error instanceof NetworkError) return error.response.status >= 500 || error.message.includes(ENDED);
  return error instanceof Failure && (/: 5\d\d /.test(error.message) || error.message.includes(ENDED));
}
