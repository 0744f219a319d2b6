/** A separate server that logs everything, with the sample realms, whose emails go to the inbox of the test installation. */
import { readFile, rm } from 'node:fs/promises';
import { inject } from 'vitest';
import { buildPlugin } from '../../../../scripts/build/plugin.ts';
import { seed } from '../../../../scripts/seed/seed.ts';
import { whileBusy } from '../../../support/busy-server.ts';
import { prepareWatchedHome } from '../../../support/connection-watch.ts';
import { exemptTests } from '../../../support/installation/exempt.ts';
import { hashQuickly } from '../../../support/installation/quick-passwords.ts';
import { partPath } from '../../../support/part.ts';
import { siteOf } from '../../../support/site.ts';
import { startOwnNode } from '../../../support/variant.ts';

/** The most verbose levels, except for three of Keycloak's loggers: two log whole requests at trace, with cookies and query. */
const LEVELS = [
  'info',
  'org.linkgate:trace',
  'org.keycloak:trace',
  'org.keycloak.events:debug',
  'org.keycloak.transaction:debug',
  // At debug it logs the cookie of each sign-in in progress.
  'org.keycloak.services.managers.AuthenticationSessionManager:info',
  'org.hibernate.SQL:debug',
].join(',');
const FOLDER = 'loud-server';
const quiet = () => {};

/** The server, and the places of its data. */
export interface LoudServer {
  url: string;
  httpPort: number;
  managementUrl: string;
  /** The folder of its database. */
  dataDir: string;
  /** The folder that it runs from. */
  home: string;
  /** Everything that it has logged so far. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts it. From then on, all helpers in the calling test file use this server.
 *
 * @param variables of `realm-config/`, instead of the test installation's
 */
export async function startLoudServer(variables: Record<string, string>): Promise<LoudServer> {
  const site = inject('site');
  const dataDir = partPath(FOLDER);
  await rm(dataDir, { recursive: true, force: true });
  const jar = await buildPlugin({ log: quiet });
  const home = await prepareWatchedHome({ name: 'test-server', jar, database: 'dev-file', log: quiet });
  const logFile = partPath(FOLDER, 'keycloak.log');
  const { admin } = site;
  const { url, httpPort, managementUrl, stop } = await startOwnNode({
    home,
    dataDir,
    adminUsername: admin.username,
    adminPassword: admin.password,
    extraArgs: [`--log-level=${LEVELS}`],
    logFile,
  });
  const all = { ...site.variables, ...variables };
  await hashQuickly({ serverUrl: url, ...admin });
  await whileBusy(() => seed({ serverUrl: url, admin, variables: all, apply: true }));
  await exemptTests({ serverUrl: url, ...admin });
  const place = { serverUrl: url, managementUrl, inboxUrl: site.inboxUrl, logFile, admin, variables: all };
  Object.assign(site, siteOf(place));
  return {
    url,
    httpPort,
    managementUrl,
    dataDir,
    home: home.directory,
    log: () => readFile(logFile, 'utf8'),
    stop,
  };
}
