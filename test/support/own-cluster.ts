/** Vitest setup for each file of tests on nodes: claims a cluster that no other file uses meanwhile. */
import { afterAll, inject } from 'vitest';
import { CLUSTERS, type Provided } from './cluster-installation.ts';
import { claimPart } from './installation/in-background.ts';

const { own, release } = await claimPart<Provided>(CLUSTERS);
Object.assign(inject('site'), own.site);
Object.assign(inject('cluster'), own.cluster);
afterAll(release);
