/**
 * The tests. `npm test` runs what a change needs: `unit`, which needs no server; `integration`, against a running installation; and `cluster`,
 * against two nodes on PostgreSQL. All other projects are parts of `npm run test:all`, each a folder of `test/all`.
 */
import { defineConfig } from 'vitest/config';
import { InOrder } from './test/support/installation/in-order.ts';
import { WORKERS } from './test/support/installation/workers.ts';

/**
 * What is run once more against the image, on PostgreSQL: two whole sign-ins, a client's library, seeding, emails, and what depends on how the
 * image is made: its Java's signatures, its themes, its health, its metrics and its log. The script's rules are the same there.
 */
const IN_CONTAINERS = [
  'test/integration/{api-sign-in,browser-sign-in,observability,seed,sending}.test.ts',
  'test/integration/{clients/openid-client,pages/own-theme,protocol/keys}.test.ts',
];

const testOn = process.env.LINKGATE_TEST_ON;

/** Stops and starts a node. */
const STAYING_CLIENTS = 'test/all/clients/staying/**/*.test.ts';
const LOUD_SERVER = 'test/all/deployments/loud-server.test.ts';
const COST = 'test/support/cost.ts';
const MINUTE = 60_000;

/** Tests without a server. */
const alone = (name: string, include: string[], minutes: number) => ({
  test: {
    name,
    include,
    setupFiles: COST,
    // They change nothing that another file sees; a process for each takes five times as long.
    isolate: false,
    testTimeout: minutes * MINUTE,
    hookTimeout: minutes * MINUTE,
  },
});

/** Tests against an installation. Files change its settings: each worker has one to itself. In containers there is only one. */
const onInstallation = (name: string, include: string[], exclude: string[] = []) => ({
  test: {
    name,
    include,
    exclude,
    globalSetup: 'test/support/installation/set-up.ts',
    setupFiles: ['test/support/installation/own.ts', COST],
    testTimeout: 10 * MINUTE,
    hookTimeout: 10 * MINUTE,
    fileParallelism: testOn !== 'containers',
  },
});

/** Tests against nodes on PostgreSQL, which they stop and start: each file has a cluster to itself while it runs. */
const onCluster = (name: string, include: string[], more: object = {}) => ({
  test: {
    name,
    include,
    ...more,
    globalSetup: 'test/support/cluster-installation.ts',
    setupFiles: ['test/support/own-cluster.ts', COST],
    testTimeout: 15 * MINUTE,
    hookTimeout: 15 * MINUTE,
  },
});

/** Tests whose files have servers of their own; those that change a server's home have one for each worker. */
const onOwnServers = (name: string, fileParallelism: boolean, exclude: string[] = []) => ({
  test: {
    name,
    include: [`test/all/${name}/**/*.test.ts`],
    exclude,
    setupFiles: COST,
    testTimeout: 30 * MINUTE,
    hookTimeout: 30 * MINUTE,
    fileParallelism,
  },
});

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: InOrder },
    projects: [
      alone(
        'unit',
        ['test/{admin-pages,deploy,docs,provider-scripts,scripts,support,theme}/**/*.test.ts'],
        10,
      ),
      testOn === 'containers'
        ? onInstallation('integration', IN_CONTAINERS)
        : onInstallation('integration', ['test/integration/**/*.test.ts']),
      onCluster('cluster', ['test/cluster/**/*.test.ts']),
      alone('model', ['test/all/model/**/*.test.ts'], 60),
      onInstallation('browsers', ['test/all/browsers/**/*.test.ts']),
      onInstallation('clients', ['test/all/clients/**/*.test.ts'], [STAYING_CLIENTS]),
      onCluster('clients-on-nodes', [STAYING_CLIENTS]),
      onInstallation('commands', ['test/all/commands/**/*.test.ts']),
      onInstallation('steps', ['test/all/steps/**/*.test.ts']),
      onCluster('nodes', ['test/all/nodes/**/*.test.ts', 'test/cluster/query-plans.test.ts'], {
        env: { LINKGATE_PLAN_ROWS: '1000000' },
      }),
      // At full length by commands of their own.
      onCluster('long', ['test/all/{bounds,faults,soak}/**/*.test.ts']),
      onOwnServers('deployments', true, [LOUD_SERVER]),
      // A server of its own, beside an installation whose clients and inbox it uses.
      onInstallation('deployments-beside-installation', [LOUD_SERVER]),
      onOwnServers('containers', false),
    ],
  },
});
