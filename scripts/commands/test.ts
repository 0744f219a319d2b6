/**
 * `npm test`: obtains the server, builds the plugin and runs what every change is tested by; arguments are passed to vitest, and may name
 * another project: `npm test -- --project unit`.
 */
import { aloneArguments, runTests } from '../test/run-tests.ts';
import { command } from './command.ts';

const PROJECTS = ['--project=unit', '--project=integration', '--project=cluster'];
const args = process.argv.slice(2);
const namesProject = args.some((arg) => arg.startsWith('--project'));

await command(() => runTests('test', [...(namesProject ? [] : PROJECTS), ...aloneArguments(args), ...args]));
