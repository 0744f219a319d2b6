/** What `node scripts/run.mjs test-versions.ts` runs for each version: the Keycloak of a process is chosen when it begins. */
import { runTests } from '../test/run-tests.ts';
import { command } from './command.ts';

await command(() => runTests('versions', ['--project=integration'], { LINKGATE_TEST_ON: 'versions' }));
