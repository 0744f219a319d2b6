/**
 * `npm test`: obtains the server, builds the plugin and runs the unit tests and those against a running installation; arguments are passed
 * to vitest.
 */

import { aloneArguments, runTests } from '../test/run-tests.ts';
import { command } from './command.ts';

const args = process.argv.slice(2);

await command(() =>
  runTests('test', ['--project=unit', '--project=integration', ...aloneArguments(args), ...args]),
);
