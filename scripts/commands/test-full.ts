/** `npm run test:full`: the long-running tests, against two nodes on PostgreSQL; arguments are passed to vitest. */

import { runTests } from '../test/run-tests.ts';
import { command } from './command.ts';

await command(() => runTests('full', ['--project=full', ...process.argv.slice(2)]));
