/** vitest's global set-up: starts what the integration tests run against, and ends it when they are done. */
import type { TestProject } from 'vitest/node';
import type { Site } from '../site.ts';
import { askEarly, type EarlyLinks } from './early-link.ts';
import { exemptTests } from './exempt.ts';
import { startInContainers } from './in-containers.ts';
import { startOnThisMachine } from './on-this-machine.ts';
import { hashQuickly } from './quick-passwords.ts';

/** Installations with own ports and own data. */
export interface Installations {
  sites: readonly Site[];
  stop(): Promise<void>;
}

/** What the tests of a file have to themselves while they run. */
export interface Provided {
  site: Site;
  early: EarlyLinks;
}

/** `LINKGATE_TEST_ON` says where: `containers` (`npm run test:containers`), else processes on this machine, one for each worker. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const inContainers = process.env.LINKGATE_TEST_ON === 'containers';
  const start = inContainers ? startInContainers : () => startOnThisMachine(project.config.maxWorkers);
  const { sites, stop } = await start();
  const provided: Provided[] = await Promise.all(
    sites.map(async (site) => {
      const server = { serverUrl: site.serverUrl, ...site.admin };
      await hashQuickly(server);
      await exemptTests(server);
      return { site, early: await askEarly(site) };
    }),
  );
  project.provide('installations', provided);
  // `own.ts` turns these into the worker's own.
  const [first] = provided;
  if (first === undefined) throw new Error('no installation was started');
  project.provide('site', first.site);
  project.provide('early', first.early);
  return stop;
}

declare module 'vitest' {
  interface ProvidedContext {
    installations: Provided[];
  }
}
