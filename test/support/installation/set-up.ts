/** vitest's global set-up: starts the installation that the integration tests run against, and ends it when they are done. */
import type { TestProject } from 'vitest/node';
import type { Site } from '../site.ts';
import { askEarly } from './early-link.ts';
import { exemptTests } from './exempt.ts';
import { startInContainers } from './in-containers.ts';
import { startOnThisMachine } from './on-this-machine.ts';

/** An installation with own ports and own data. */
export interface Installation {
  site: Site;
  stop(): Promise<void>;
}

/** `LINKGATE_TEST_ON` says where: `containers` (`npm run test:containers`), or else processes on this machine. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const inContainers = process.env.LINKGATE_TEST_ON === 'containers';
  const { site, stop } = inContainers ? await startInContainers() : await startOnThisMachine();
  await exemptTests({ serverUrl: site.serverUrl, ...site.admin });
  project.provide('site', site);
  project.provide('early', await askEarly(site));
  return stop;
}
