/** The tests: fast ones that need no server, those against a running Keycloak, and the long ones against two on PostgreSQL. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/provider-scripts/**/*.test.ts', 'test/scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          globalSetup: 'test/support/installation.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // The server is one and the machine may be small: files run one after another.
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
    ],
  },
});
