/** The tests: fast ones that need no server, and those against a running Keycloak. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{provider-scripts,scripts,theme}/**/*.test.ts'],
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
    ],
  },
});
