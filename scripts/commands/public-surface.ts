/** `node scripts/run.mjs public-surface.ts`: brings the record of what is public up to date, and prints what the changelog has to name. */
import { readArguments } from '../cli/arguments.ts';
import { Failure } from '../failure.ts';
import { RECORD_FILE, recordProblems, updateRecord } from '../release/surface-record.ts';
import { command } from './command.ts';

const HELP = `Writes ${RECORD_FILE}: every path, attribute, event, meter, text and table that users may rely on, and what was added or
removed since the last release. Each of those has to be named in the newest section of CHANGELOG.md, between backticks; several
that begin alike by their beginning and "…".

  node scripts/run.mjs public-surface.ts [--check] [--help]

  --check   writes nothing and says whether the file is up to date
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
