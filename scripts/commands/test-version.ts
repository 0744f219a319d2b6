/** Run by `node scripts/run.mjs test-versions.ts` for each version: a process determines its Keycloak version when it starts. */
import { runTests } from '../test/run-tests.ts';
import { command } from './command.ts';

await command(() => runTests('versions', ['--project=integration'], { LINKGATE_TEST_ON: 'versions' }));
