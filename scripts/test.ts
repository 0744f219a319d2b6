/** `npm test`: obtains the server, builds the plugin and runs all tests that need no Docker; arguments go to vitest. */
import { command } from './command.ts';
import { runTests } from './test/run-tests.ts';

await command(() => runTests(['--project=!containers', ...process.argv.slice(2)]));
