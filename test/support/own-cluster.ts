/** Run before each file of the long tests: the cluster that it sees is that of the worker that runs it. */
import { inject } from 'vitest';

// Numbers from 1; no two files that run at the same time have the same.
const worker = Number(process.env.VITEST_POOL_ID);
const own = inject('clusters')[worker - 1];
if (own === undefined) throw new Error(`worker ${worker} has no cluster`);
Object.assign(inject('site'), own.site);
Object.assign(inject('cluster'), own.cluster);
