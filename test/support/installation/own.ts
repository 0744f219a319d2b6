/**
 * Vitest setup for each file of the integration tests: uses the installation of its worker. Fails the file if a request took a
 * second database connection while it held one.
 */
import { afterAll, inject } from 'vitest';
import { expectNoNestings } from '../connection-watch.ts';
import { ownPart } from './in-background.ts';
import { INSTALLATIONS, type Provided } from './set-up.ts';

const own = await ownPart<Provided>(INSTALLATIONS);
Object.assign(inject('site'), own.site);
Object.assign(inject('early'), own.early);

// The image has no watch.
if (process.env.LINKGATE_TEST_ON !== 'containers') {
  afterAll(await expectNoNestings(own.site.logFile));
}
