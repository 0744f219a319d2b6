/**
 * `npm run soak`: ten minutes of sign-ins close to the machine's capacity, on two nodes with PostgreSQL (`--seconds` for another duration),
 * and a million calls of the shared script by 64 threads, with 200 fresh engines.
 */
import { parseArgs } from 'node:util';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { obtainDistribution } from '../server/distribution.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';
import { command } from './command.ts';

const DEFAULT_SECONDS = '600';

/** Numbers for the test of the shared script, larger than its own. */
const SHARED_SCRIPT = { LINKGATE_SHARED_SCRIPT_CALLS: '1000000', LINKGATE_FRESH_ENGINES: '200' };

await command(async () => {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: DEFAULT_SECONDS } } });
  if (!/^[1-9]\d{0,5}$/.test(values.seconds)) throw new Failure('--seconds: not a whole number of seconds');
  await requirePrerequisites();
  await obtainDistribution(console.log);
  const { code } = await runChild({
    command: 'vitest',
    args: [
      'run',
      '--project=full',
      '--project=unit',
      'test/cluster/soak.test.ts',
      'test/scripts/host/shared-script.test.ts',
    ],
    cwd: ROOT,
    env: {
      ...process.env,
      LINKGATE_TEST_PART: 'soak',
      LINKGATE_SOAK_SECONDS: values.seconds,
      ...SHARED_SCRIPT,
    },
    output: console.log,
  });
  if (code !== 0) throw new Failure('The soak failed.');
});
