/** Run before each file of the integration tests: it sees the installation of the worker that runs it. */
import { inject } from 'vitest';
import { ownPart } from './in-background.ts';
import { INSTALLATIONS, type Provided } from './set-up.ts';

const own = await ownPart<Provided>(INSTALLATIONS);
Object.assign(inject('site'), own.site);
Object.assign(inject('early'), own.early);
