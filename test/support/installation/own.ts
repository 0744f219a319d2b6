/** Run before each file of the integration tests: what it sees of an installation is that of the worker that runs it. */
import { inject } from 'vitest';

// Numbers from 1; no two files that run at the same time have the same.
const worker = Number(process.env.VITEST_POOL_ID);
const own = inject('installations')[worker - 1];
if (own === undefined) throw new Error(`worker ${worker} has no installation`);
Object.assign(inject('site'), own.site);
Object.assign(inject('early'), own.early);
