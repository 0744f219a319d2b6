/**
 * The tests: fast ones that need no server; those against a running installation; those that set servers up in other ways; the long
 * ones against two nodes on PostgreSQL (`npm run test:full`); and those that need Docker (`npm run test:containers`).
 */
import { defineConfig } from 'vitest/config';
import { InOrder } from './test/support/installation/in-order.ts';
import { WORKERS } from './test/support/installation/workers.ts';

const INTEGRATION = ['test/{integration,scanners}/**/*.test.ts'];

/**
 * What is run once more against the image, on PostgreSQL, and on each version of Keycloak: signing in, the protocol (most of it in the image), what is good once, and what depends on how the
 * image is made: its themes, its health and its metrics.
 */
const ONCE_MORE = [
  'test/integration/{api-sign-in,browser-sign-in,chooser,code,consent,links,referrals,sending,seed}.test.ts',
  'test/integration/{observability,pages/own-theme}.test.ts',
  'test/integration/clients/{oauth4webapi,openid-client}.test.ts',
  'test/integration/{protocol,session}/**/*.test.ts',
];

const testOn = process.env.LINKGATE_TEST_ON;

/** Left out in the image: rules that don't depend on how it is made, and take long. */
const NOT_IN_CONTAINERS =
  'test/integration/protocol/{approval-at-providers,approval-beside,logout,realm-names,registration,same-reading,state}.test.ts';

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: InOrder },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'test/{admin-pages,deploy,docs,model,provider-scripts,scripts,support,theme}/**/*.test.ts',
          ],
          // They change nothing that another file sees; a process for each takes five times as long.
          isolate: false,
          // Some start a JVM or npm, and the machine may be busy.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: testOn === undefined ? INTEGRATION : ONCE_MORE,
          exclude: testOn === 'containers' ? [NOT_IN_CONTAINERS] : [],
          globalSetup: 'test/support/installation/set-up.ts',
          setupFiles: 'test/support/installation/own.ts',
          testTimeout: 120_000,
          hookTimeout: 240_000,
          // Files change an installation's settings: each has one to itself while it runs. In containers there is but one.
          fileParallelism: testOn !== 'containers',
        },
      },
      {
        test: {
          name: 'deployment',
          // Each file has servers and folders of its own; those that change a server's home have one for each worker.
          include: ['test/deployment/**/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        test: {
          name: 'full',
          include: ['test/cluster/**/*.test.ts'],
          globalSetup: 'test/support/cluster-installation.ts',
          // A file stops and starts nodes: each has a cluster to itself while it runs.
          setupFiles: 'test/support/own-cluster.ts',
          // A node takes seconds to start, or minutes where others keep the machine busy.
          testTimeout: 400_000,
          hookTimeout: 400_000,
        },
      },
      {
        test: {
          name: 'containers',
          include: ['test/containers/**/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 900_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
