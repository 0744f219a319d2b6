/** Run before each file of the long tests: the cluster that it sees is that of the worker that runs it. */
import { inject } from 'vitest';
import { WORKER } from './installation/workers.ts';

const own = inject('clusters')[WORKER - 1];
if (own === undefined) throw new Error(`worker ${WORKER} has no cluster`);
Object.assign(inject('site'), own.site);
Object.assign(inject('cluster'), own.cluster);
