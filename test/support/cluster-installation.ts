/**
 * Starts sample installations of two nodes on PostgreSQL for the long tests, which may add a third, and lets them stop and start
 * its parts.
 */
import type { TestProject } from 'vitest/node';
import { stopChildren } from '../../scripts/server/child.ts';
import type { Home } from '../../scripts/server/home.ts';
import { startPostgres } from '../../scripts/server/postgres.ts';
import type { Cluster } from './cluster.ts';
import { clusterHome } from './cluster-home.ts';
import { type ClusterNode, makeNodes, type NodeName } from './cluster-program.ts';
import { exemptTests } from './installation/exempt.ts';
import { startInBackground } from './installation/in-background.ts';
import { hashQuickly } from './installation/quick-passwords.ts';
import { serveLocally } from './local-server.ts';
import { openOwnSite } from './own-site.ts';
import { partPath } from './part.ts';
import { TcpProxy } from './proxy/tcp-proxy.ts';
import { type Site, siteOf } from './site.ts';
import { VARIANT_ADMIN } from './variant.ts';

const log = (line: string) => console.log(line);

/** What a test file has to itself while it runs. */
export interface Provided {
  site: Site;
  cluster: Cluster;
}

/** What test files wait for. */
export const CLUSTERS = 'clusters';

/** Projects whose files share one cluster: beside the installations of other tests, a second costs more than it saves. */
const WITH_ONE = ['cluster', 'clients-on-nodes'];

/** Vitest's global setup: starts clusters while tests without one run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started: Awaited<ReturnType<typeof startCluster>>[] = [];
  const isOver = await startInBackground(CLUSTERS, async () => {
    const home = await clusterHome(log);
    const count = WITH_ONE.includes(project.name) ? 1 : project.config.maxWorkers;
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    await Promise.all(numbers.map(async (number) => started.push(await startCluster(home, number))));
    return started.map(({ site, cluster }): Provided => ({ site, cluster }));
  });
  // `own-cluster.ts` replaces these with the worker's own.
  project.provide('site', {} as Site);
  project.provide('cluster', {} as Cluster);
  return async () => {
    for (const { letGo } of started) await letGo();
    await stopChildren();
    await isOver();
    for (const { close } of started) close();
  };
}

async function startCluster(home: Home, number: number) {
  const database = await startPostgres(partPath(`postgres-${number}`));
  const own = await openOwnSite();
  const nodes = await makeNodes(home, database, VARIANT_ADMIN, `cluster-${number}`);
  const { first, second, third } = nodes;
  await first.start();
  await hashQuickly({ serverUrl: first.url, ...VARIANT_ADMIN });
  await own.seed(first.url);
  await exemptTests({ serverUrl: first.url, ...VARIANT_ADMIN });
  await second.start();
  // Tests connect to the nodes' database.
  const ownLine = await TcpProxy.to(database.address.port);
  const all = Object.values(nodes);
  const lines = [ownLine, ...all.map(({ around }) => around.line)];
  const proxies = all.map(({ around }) => around.inbound);
  const promoteStandby = async () => {
    await database.promoteStandby();
    for (const line of lines) line.turnTo(database.address.port);
  };
  const control = await serveControl({
    ...nodes,
    firstLine: first.around.line,
    secondLine: second.around.line,
    thirdLine: third.around.line,
    cluster: {
      cutOff: async (name: NodeName) => {
        nodes[name].around.inbound.cut();
        for (const proxy of proxies) proxy.reject(nodes[name].around.address);
      },
      heal: async () => {
        for (const proxy of proxies) proxy.heal();
      },
    },
    database: { ...database, promoteStandby },
  });
  const { url: serverUrl, managementUrl, logFile } = first;
  const place = { serverUrl, managementUrl, logFile, inboxUrl: own.inbox.url };
  return {
    site: siteOf({ ...place, admin: VARIANT_ADMIN, variables: own.variables }),
    cluster: {
      controlUrl: control.url,
      database: { ...database.address, port: ownLine.port },
      databaseLog: database.logFile,
      nodes: [first, second].map(addressOf),
      third: addressOf(third),
    },
    /** A suspended process would never exit. */
    letGo: async () => {
      await control.close();
      for (const part of [database, ...all]) await part.thaw().catch(() => {});
    },
    close: () => {
      for (const proxy of [...lines, ...proxies]) proxy.close();
    },
  };
}

function addressOf({ url, managementUrl, logFile }: ClusterNode) {
  return { url, managementUrl, logFile };
}

/** Serves `POST /<part>/<action>[/<argument>]`: tests run in processes of their own, whose children end with them. */
async function serveControl<P extends object>(parts: Record<string, P>) {
  return await serveLocally((request, response) => {
    const [part = '', action = '', ...given] = (request.url ?? '')
      .split('/')
      .slice(1)
      .map(decodeURIComponent)
      .map((text) => (/^\d+$/.test(text) ? Number(text) : text));
    const owner = parts[part];
    const act =
      owner === undefined
        ? undefined
        : (owner as Record<string, (...given: (string | number)[]) => unknown>)[action];
    const done = (async () => {
      if (act === undefined) throw new Error(`no ${action} of ${part}`);
      return await act.call(owner, ...given);
    })();
    done.then(
      (result) => response.end(result === undefined ? '' : String(result)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
}
