/**
 * `node scripts/run.mjs soak.ts`: runs ten minutes of sign-ins close to the machine's capacity, on two nodes with PostgreSQL
 * (`--seconds` for another duration), and a million calls of the shared script by 64 threads, with 200 fresh engines. With
 * `--faults N` it runs N rounds of faults on three nodes instead, with seeds from `--seed` on; the first violated guarantee ends
 * the run, and its seed is reported. The last line is a summary.
 */
import { parseArgs } from 'node:util';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { obtainDistribution } from '../server/distribution.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';
import { command } from './command.ts';

const DEFAULT_SECONDS = '600';
const DEFAULT_SEED = '1';

/** Larger numbers than the defaults of the test of the shared script. */
const SHARED_SCRIPT = { LINKGATE_SHARED_SCRIPT_CALLS: '1000000', LINKGATE_FRESH_ENGINES: '200' };

/** The test files, and the environment variables that they read. */
interface Run {
  files: string[];
  environment: Record<string, string>;
}

function soak(seconds: string): Run {
  return {
    files: ['test/all/soak/soak.test.ts', 'test/all/soak/shared-script.test.ts'],
    environment: { LINKGATE_SOAK_SECONDS: seconds, ...SHARED_SCRIPT },
  };
}

function faultRounds(rounds: string, seed: string): Run {
  return {
    files: ['test/all/faults/fault-rounds.test.ts', 'test/all/faults/step-rounds.test.ts'],
    environment: { LINKGATE_FAULT_ROUNDS: rounds, LINKGATE_FAULT_SEED: seed },
  };
}

await command(async () => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: DEFAULT_SECONDS },
      faults: { type: 'string' },
      seed: { type: 'string', default: DEFAULT_SEED },
    },
  });
  for (const [name, value] of Object.entries(values))
    if (!/^[1-9]\d{0,5}$/.test(value)) throw new Failure(`--${name}: not a whole number`);
  const { files, environment } =
    values.faults === undefined ? soak(values.seconds) : faultRounds(values.faults, values.seed);
  await requirePrerequisites();
  await obtainDistribution(console.log);
  const { code } = await runChild({
    command: 'vitest',
    args: ['run', '--project=long', '--project=unit', '--maxWorkers=1', ...files],
    cwd: ROOT,
    env: { ...process.env, LINKGATE_TEST_PART: 'soak', ...environment },
    output: console.log,
  });
  if (code !== 0) throw new Failure('The soak failed.');
});
