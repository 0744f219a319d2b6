/** Starts a sample installation for the integration tests: own ports, own data, ended when the tests are. */
import type { TestProject } from 'vitest/node';
import { buildPlugin } from '../../scripts/build/plugin.ts';
import { stopChildren } from '../../scripts/server/child.ts';
import { prepareHome } from '../../scripts/server/home.ts';
import { localPath } from '../../scripts/server/local-folder.ts';
import { startNode } from '../../scripts/server/node.ts';
import { freePort } from '../../scripts/server/ports.ts';
import { prepareSample, seedSample, siteOf } from './sample.ts';

const log = (line: string) => console.log(line);
const FOLDER = 'test-data';

/** vitest's global set-up. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const jar = await buildPlugin({ log });
  const home = await prepareHome({ name: 'test-server', jar, database: 'dev-file', log });
  const sample = await prepareSample(FOLDER);
  const httpPort = await freePort();
  const serverUrl = `http://localhost:${httpPort}`;
  const logFile = localPath(FOLDER, 'keycloak.log');
  const { managementUrl } = await startNode({
    home,
    httpPort,
    managementPort: await freePort(),
    hostname: serverUrl,
    dataDir: localPath(FOLDER),
    adminUsername: sample.admin.username,
    adminPassword: sample.admin.password,
    logFile,
  });
  await seedSample(sample, serverUrl);
  project.provide('site', siteOf(sample, { serverUrl, managementUrl, logFile }));
  return stopChildren;
}
