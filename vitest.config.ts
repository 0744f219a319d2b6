/**
 * The tests: fast ones that need no server; those against one running installation; those that set servers up in other ways; the long
 * ones against two nodes on PostgreSQL (`npm run test:full`); and those that need Docker (`npm run test:containers`).
 */
import { defineConfig } from 'vitest/config';

/** Tests that start servers of their own, which are none of the installation's business. */
const OWN_SERVERS = [
  'test/integration/broken-scripts.test.ts',
  'test/integration/commands/import.test.ts',
  'test/integration/security/loud-server.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{provider-scripts,scripts,theme}/**/*.test.ts'],
          // Some start a JVM, and the machine may be busy.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: process.env.LINKGATE_TEST_ON === 'containers' ? OWN_SERVERS : [],
          globalSetup: 'test/support/installation/set-up.ts',
          testTimeout: 120_000,
          hookTimeout: 240_000,
          // The server is one and the machine may be small: files run one after another.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'deployment',
          include: ['test/deployment/**/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 900_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'full',
          include: ['test/full/**/*.test.ts'],
          globalSetup: 'test/support/cluster-installation.ts',
          // A node takes seconds to start, or minutes where others keep the machine busy.
          testTimeout: 400_000,
          hookTimeout: 400_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'containers',
          include: ['test/containers/**/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 900_000,
          // After the others, whose server is enough for a small machine.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
