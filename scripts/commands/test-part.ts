/**
 * Runs one folder of `test/all`: a part of `npm run test:all`.
 *
 * Usage: node test-part.ts <name of the folder> [argument for vitest…]
 */
import { WrongUsage } from '../cli/wrong-usage.ts';
import { runOnContainers } from '../test/containers.ts';
import { isFolder } from '../test/parts.ts';
import { aloneArguments, runTests } from '../test/run-tests.ts';
import { command } from './command.ts';

const [name = '', ...args] = process.argv.slice(2);

await command(async () => {
  if (name === 'containers') return await runOnContainers(args);
  if (!isFolder(name)) throw new WrongUsage(`${name}: there is no such folder of test/all`);
  // A folder's projects begin with its name.
  await runTests(name, [`--project=${name}*`, ...aloneArguments(args), ...args]);
});
