/** Checks that the services in the run file respond, before the file is written. */

import { Failure } from '../failure.ts';
import type { RunFile } from '../run-file.ts';
import { respondsWithin } from '../server/responds-within.ts';

const RESPONSE_SECONDS = 30;

/**
 * Waits for the identity provider (both realms), the inbox and the demo.
 * @throws Failure that names a URL that doesn't respond successfully within 30 seconds
 */
export async function requireResponses(run: RunFile): Promise<void> {
  const urls = [
    `${run.base_url}/.well-known/openid-configuration`,
    `${run.beta.base_url}/.well-known/openid-configuration`,
    `${run.inbox_url}/api/healthz`,
    run.demo_url,
  ];
  await Promise.all(
    urls.map(async (url) => {
      if (!(await respondsWithin(url, RESPONSE_SECONDS)))
        throw new Failure(`${url} doesn't respond as it should.`);
    }),
  );
}
