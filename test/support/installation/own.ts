/** Run before each file of the integration tests: what it sees of an installation is that of the worker that runs it. */
import { inject } from 'vitest';
import { WORKER } from './workers.ts';

const own = inject('installations')[WORKER - 1];
if (own === undefined) throw new Error(`worker ${WORKER} has no installation`);
Object.assign(inject('site'), own.site);
Object.assign(inject('early'), own.early);
