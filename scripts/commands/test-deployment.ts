/** `npm run test:deployment`: the tests that set servers up as operators do; arguments are passed to vitest. */

import { runTests } from '../test/run-tests.ts';
import { command } from './command.ts';

await command(() => runTests('deployment', ['--project=deployment', ...process.argv.slice(2)]));
