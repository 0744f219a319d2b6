/** `npm test`: obtains the server, builds the plugin and runs the unit tests and those against one running installation; arguments go to vitest. */
import { command } from './command.ts';
import { runTests } from './test/run-tests.ts';

await command(() => runTests(['--project=unit', '--project=integration', ...process.argv.slice(2)]));
