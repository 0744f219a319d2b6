/** Vitest's global setup: starts the installations of the integration tests, and stops them afterwards. */
import type { TestProject } from 'vitest/node';
import { stopChildren } from '../../../scripts/server/child.ts';
import type { Site } from '../site.ts';
import { type EarlyLinks, requestEarly } from './early-link.ts';
import { exemptTests } from './exempt.ts';
import { startInBackground } from './in-background.ts';
import { startInContainers } from './in-containers.ts';
import { startOnThisMachine } from './on-this-machine.ts';
import { hashQuickly } from './quick-passwords.ts';

/** Installations with separate ports and data. */
export interface Installations {
  sites: readonly Site[];
  stop(): Promise<void>;
}

/** What a test file has to itself while it runs. */
export interface Provided {
  site: Site;
  early: EarlyLinks;
}

/** What test files wait for. */
export const INSTALLATIONS = 'installations';

/**
 * `LINKGATE_TEST_ON=containers` selects containers; the default is processes on this machine, one installation per worker. Tests
 * without a server run meanwhile.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const inContainers = process.env.LINKGATE_TEST_ON === 'containers';
  const start = inContainers ? startInContainers : () => startOnThisMachine(project.config.maxWorkers);
  let stop = stopChildren;
  const isOver = await startInBackground(INSTALLATIONS, async () => {
    const installations = await start();
    stop = installations.stop;
    return await Promise.all(installations.sites.map(prepare));
  });
  // `own.ts` replaces these with the worker's own.
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
