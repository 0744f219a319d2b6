/** `npm run test:deployment`: the tests that set servers up as operators do; arguments go to vitest. */
import { command } from './command.ts';
import { runTests } from './test/run-tests.ts';

await command(() => runTests('deployment', ['--project=deployment', ...process.argv.slice(2)]));
