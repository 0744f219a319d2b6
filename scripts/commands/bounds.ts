/**
 * `node scripts/run.mjs bounds.ts`: runs a million callers, ten thousand waiting tabs and similar loads against two nodes with
 * PostgreSQL.
 */
import { ROOT } from '../build/root.ts';
import { readArguments, wholeNumber } from '../cli/arguments.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { obtainDistribution } from '../server/distribution.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';
import { command } from './command.ts';

const HELP = `Puts unbounded loads on two nodes with PostgreSQL, and reports the resources that one of them uses.
It starts all that it needs. A full run takes half an hour on two otherwise idle cores. Linux only.

  node scripts/run.mjs bounds.ts [options]

  --loads NAME,…    some of the loads, by the first column of the table in docs/performance.md; all by default
  --percent N       of each load, 1 to 100; 100 by default
  --minutes N       the maximum duration of a load, which then ends early; 30 by default
  --write           also writes the results into docs/performance.md, where the rows of other loads stay
  --help            this text

Exit code: 0 memory and threads stayed within their bounds, 1 they didn't, or the run failed, 2 wrong usage.
`;

await command(async () => {
  const { values } = readArguments({
    loads: { type: 'string' },
    percent: { type: 'string' },
    minutes: { type: 'string' },
    write: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (values.help) return void process.stdout.write(HELP);
  const percent = wholeNumber('percent', values.percent) ?? 100;
  if (percent < 1 || percent > 100) throw new WrongUsage('--percent: must be 1 to 100');
  const minutes = wholeNumber('minutes', values.minutes);
  await requirePrerequisites();
  await obtainDistribution(console.log);
  const { code } = await runChild({
    command: 'vitest',
    args: ['run', '--project=long', '--maxWorkers=1', 'test/all/bounds/bounds.test.ts'],
    cwd: ROOT,
    env: {
      ...process.env,
      LINKGATE_TEST_PART: 'bounds',
      LINKGATE_TEST_JVM: 'plain',
      LINKGATE_BOUNDS_PERCENT: String(percent),
      ...(minutes !== undefined && { LINKGATE_BOUNDS_MINUTES: String(minutes) }),
      ...(values.loads !== undefined && { LINKGATE_BOUNDS_LOADS: values.loads }),
      ...(values.write && { LINKGATE_WRITE: 'yes' }),
    },
    output: console.log,
  });
  if (code !== 0) throw new Failure('A bound was exceeded, or the run failed.');
});
