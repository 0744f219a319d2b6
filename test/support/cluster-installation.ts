/** Starts a sample installation of two nodes on PostgreSQL for the long tests, and lets them stop and start its parts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { buildPlugin } from '../../scripts/build/plugin.ts';
import { stopChildren } from '../../scripts/server/child.ts';
import { prepareHome } from '../../scripts/server/home.ts';
import { startPostgres } from '../../scripts/server/postgres.ts';
import { makeNodes } from './cluster-program.ts';
import { exemptTests } from './installation/exempt.ts';
import { openOwnSite } from './own-site.ts';
import { partPath } from './part.ts';
import { siteOf } from './site.ts';
import { VARIANT_ADMIN } from './variant.ts';

const log = (line: string) => console.log(line);
const FOLDER = 'cluster';

/** vitest's global set-up. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const jar = await buildPlugin({ log });
  const home = await prepareHome({ name: 'test-cluster', jar, database: 'postgres', log });
  const database = await startPostgres(partPath('postgres'));
  const own = await openOwnSite();
  const [first, second] = await makeNodes(home, database, VARIANT_ADMIN, FOLDER);
  await first.start();
  await own.seed(first.url);
  await exemptTests({ serverUrl: first.url, ...VARIANT_ADMIN });
  await second.start();
  const control = await serveControl({ first, second, database });
  const { url: serverUrl, managementUrl, logFile } = first;
  const place = { serverUrl, managementUrl, logFile, inboxUrl: own.inbox.url };
  project.provide('site', siteOf({ ...place, admin: VARIANT_ADMIN, variables: own.variables }));
  project.provide('cluster', {
    controlUrl: control.url,
    database: database.address,
    databaseLog: database.logFile,
    nodes: [first, second].map(({ url, managementUrl, logFile }) => ({ url, managementUrl, logFile })),
  });
  return async () => {
    control.close();
    // A process that stands still would outlive everything.
    await database.thaw().catch(() => {});
    await stopChildren();
  };
}

/** `POST /<part>/<what to do with it>`, and perhaps `/<with what>`: tests run in processes of their own, whose children end with them. */
async function serveControl<P extends object>(parts: Record<string, P>) {
  const server = createServer((request, response) => {
    const [part = '', action = '', ...given] = (request.url ?? '')
      .split('/')
      .slice(1)
      .map(decodeURIComponent);
    const owner = parts[part];
    const act =
      owner === undefined
        ? undefined
        : (owner as Record<string, (...given: string[]) => Promise<unknown>>)[action];
    const done =
      act === undefined ? Promise.reject(new Error(`no ${action} of ${part}`)) : act.call(owner, ...given);
    done.then(
      (result) => response.end(result === undefined ? '' : String(result)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
