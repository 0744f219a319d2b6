/**
 * Vitest setup for each file of the integration tests: uses the installation of its worker. Fails the file if a request took a
 * second database connection while it held one.
 */
import { afterAll, inject } from 'vitest';
import { describeNesting, nestingsOf } from '../connection-watch.ts';
import { ownPart } from './in-background.ts';
import { INSTALLATIONS, type Provided } from './set-up.ts';

const own = await ownPart<Provided>(INSTALLATIONS);
Object.assign(inject('site'), own.site);
Object.assign(inject('early'), own.early);

// The image has no watch.
if (process.env.LINKGATE_TEST_ON !== 'containers') {
  const before = await nestingsOf(own.site.logFile);
  afterAll(async () => {
    const nestings = (await nestingsOf(own.site.logFile)).slice(before.length);
    if (nestings.length === 0) return;
    throw new Error(
      `${nestings.length} times a thread held a connection to the database and took another:\n\n${nestings.map(describeNesting).join('\n\n')}`,
    );
  });
}
