/** Vitest's global set-up: starts what the integration tests run against, and ends it when they are done. */
import type { TestProject } from 'vitest/node';
import { stopChildren } from '../../../scripts/server/child.ts';
import type { Site } from '../site.ts';
import { type EarlyLinks, requestEarly } from './early-link.ts';
import { exemptTests } from './exempt.ts';
import { startInBackground } from './in-background.ts';
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

/** What the files of tests wait for. */
export const INSTALLATIONS = 'installations';

/** `LINKGATE_TEST_ON` says where: `containers`, else processes on this machine, one for each worker. Tests without a server run meanwhile. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const inContainers = process.env.LINKGATE_TEST_ON === 'containers';
  const start = inContainers ? startInContainers : () => startOnThisMachine(project.config.maxWorkers);
  let stop = stopChildren;
  const isOver = await startInBackground(INSTALLATIONS, async () => {
    const installations = await start();
    stop = installations.stop;
    return await Promise.all(installations.sites.map(prepare));
  });
  // `own.ts` turns these into the worker's own.
  project.provide('site', {} as Site);
  project.provide('early', {} as EarlyLinks);
  return async () => {
    await stop();
    await isOver();
  };
}

async function prepare(site: Site): Promise<Provided> {
  const server = { serverUrl: site.serverUrl, ...site.admin };
  await hashQuickly(server);
  await exemptTests(server);
  return { site, early: await requestEarly(site) };
}
