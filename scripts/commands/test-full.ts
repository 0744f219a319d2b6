/** `npm run test:full`: the long-running tests, against nodes on PostgreSQL; arguments are passed to vitest. */

import { aloneArguments, runTests } from '../test/run-tests.ts';
import { command } from './command.ts';

const args = process.argv.slice(2);

await command(() => runTests('full', ['--project=full', ...aloneArguments(args), ...args]));
