/** `npm run test:full`: the long tests, against two nodes on PostgreSQL; arguments go to vitest. */

import { runTests } from '../test/run-tests.ts';
import { command } from './command.ts';

await command(() => runTests('full', ['--project=full', ...process.argv.slice(2)]));
