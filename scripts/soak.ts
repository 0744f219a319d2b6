/** `npm run soak`: ten minutes of sign-ins near what the machine holds, on two nodes with PostgreSQL; `--seconds` for another time. */
import { parseArgs } from 'node:util';
import { ROOT } from './build/root.ts';
import { command } from './command.ts';
import { runChild } from './server/child.ts';
import { obtainDistribution } from './server/distribution.ts';
import { Failure } from './server/failure.ts';
import { requirePrerequisites } from './server/prerequisites.ts';

const DEFAULT_SECONDS = '600';

await command(async () => {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: DEFAULT_SECONDS } } });
  if (!/^[1-9]\d{0,5}$/.test(values.seconds)) throw new Failure('--seconds: not a whole number of seconds');
  await requirePrerequisites();
  await obtainDistribution(console.log);
  const { code } = await runChild({
    command: 'vitest',
    args: ['run', '--project=full', 'test/full/soak.test.ts'],
    cwd: ROOT,
    env: { ...process.env, LINKGATE_TEST_PART: 'soak', LINKGATE_SOAK_SECONDS: values.seconds },
    output: console.log,
  });
  if (code !== 0) throw new Failure('The soak failed.');
});
