/** Run before each file of tests on nodes: it sees the cluster of the worker that runs it. */
import { inject } from 'vitest';
import { CLUSTERS, type Provided } from './cluster-installation.ts';
import { ownPart } from './installation/in-background.ts';

const own = await ownPart<Provided>(CLUSTERS);
Object.assign(inject('site'), own.site);
Object.assign(inject('cluster'), own.cluster);
