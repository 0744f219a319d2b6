/** Measures the plugin on GraalJS against the plugin on Rhino; run as `node scripts/run.mjs graaljs.ts` (docs/decisions/runtime.md). */

import { BenchContext } from '../bench/bench-context.ts';
import { buildGraaljs } from '../bench/graaljs/build.ts';
import { readOptions } from '../bench/options.ts';
import { compareRestarted } from '../bench/parts/restarted.ts';
import { printProgress, printResult } from '../cli/output.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';
import { command } from './command.ts';

const HELP = `Compares starts, sign-ins and memory of the plugin on Rhino and on GraalJS, on the same JDK, alternating.

  node scripts/run.mjs graaljs.ts [--java HOME] [--rounds N] [--warm-up N] [--sign-ins N] [--json]

  --java HOME       the JDK, 21 or newer; JAVA_HOME or the one on the PATH by default
  --help            this text

The other options are those of npm run bench. GraalJS is downloaded with Maven and never becomes part of the plugin.

Exit code: 0 done, 1 it failed, 2 wrong usage.
`;

/** The GraalJS variant supports one request at a time. */
const CLIENTS = 1;

await command(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return void process.stdout.write(HELP);
  if (options.java !== undefined) process.env.JAVA_HOME = options.java;
  await requirePrerequisites();
  const context = new BenchContext(options, printProgress);
  try {
    const graaljs = { plugin: await buildGraaljs(context.log) };
    const { text, result } = await compareRestarted(context, { rhino: {}, graaljs }, CLIENTS);
    printResult(options.json, result, text);
  } finally {
    await context.close();
  }
});
