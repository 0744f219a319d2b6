/**
 * `npm test`: downloads the server, builds the plugin and runs the tests for every change; arguments are passed to vitest, and
 * may select another project: `npm test -- --project unit`.
 */
import { hasPostgres } from '../server/postgres.ts';
import { aloneArguments, runTests } from '../test/run-tests.ts';
import { command } from './command.ts';

/** Tests that need no PostgreSQL. */
const WITHOUT_POSTGRES = ['--project=unit', '--project=integration'];
const ON_POSTGRES = '--project=cluster';

const args = process.argv.slice(2);

/** In CI a missing PostgreSQL is a failure. */
async function defaultProjects(): Promise<readonly string[]> {
  if (process.env.CI || (await hasPostgres())) return [...WITHOUT_POSTGRES, ON_POSTGRES];
  console.warn('No PostgreSQL (Debian: apt install postgresql): the tests on two nodes are skipped.');
  return WITHOUT_POSTGRES;
}

await command(async () => {
  const projects = args.some((arg) => arg.startsWith('--project')) ? [] : await defaultProjects();
  await runTests('test', [...projects, ...aloneArguments(args), ...args]);
});
