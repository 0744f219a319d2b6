/**
 * `node scripts/run.mjs public-surface.ts`: updates the record of the public surface, and prints the items that the changelog has
 * to name.
 */
import { readArguments } from '../cli/arguments.ts';
import { Failure } from '../failure.ts';
import { RECORD_FILE, recordProblems, updateRecord } from '../release/surface-record.ts';
import { command } from './command.ts';

const HELP = `Writes ${RECORD_FILE}: every path, attribute, event, meter, text and table that users may rely on, and what was added or
removed since the last release. Each of those has to be named in the newest section of CHANGELOG.md, between backticks; several
with a common prefix by that prefix and "…".

  node scripts/run.mjs public-surface.ts [--check] [--help]

  --check   writes nothing; checks whether the file is up to date
  --help    this text

Exit code: 0 done, 1 the changelog lacks a name or the file is outdated, 2 wrong usage.
`;

await command(async () => {
  const { values } = readArguments({ check: { type: 'boolean' }, help: { type: 'boolean' } });
  if (values.help) return void process.stdout.write(HELP);
  const problems = values.check
    ? await recordProblems()
    : (await updateRecord()).map((item) => `CHANGELOG.md: the newest section doesn't name ${item}`);
  if (problems.length > 0) throw new Failure('The public surface has changed:', problems);
  console.log(RECORD_FILE);
});
