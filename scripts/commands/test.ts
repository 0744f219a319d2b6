/**
 * `npm test`: obtains the server, builds the plugin and runs the unit tests and those against a running installation; arguments are passed
 * to vitest.
 */

import { runTests } from '../test/run-tests.ts';
import { command } from './command.ts';

const args = process.argv.slice(2);
const files = args.filter((arg) => arg.endsWith('.test.ts'));
/** A single file needs no second installation. */
const alone = files.length === 1 ? ['--maxWorkers=1'] : [];

await command(() => runTests('test', ['--project=unit', '--project=integration', ...alone, ...args]));
