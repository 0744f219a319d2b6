/** `npm run bench`: what sign-ins cost a server, beside what Keycloak's own ways cost on the same machine. */
import { existsSync } from 'node:fs';
import { readOptions } from './bench/options.ts';
import { compareJars } from './bench/parts/against.ts';
import { Installation } from './bench/servers/installation.ts';
import { printProgress, printResult } from './cli/output.ts';
import { command } from './command.ts';
import { Failure } from './server/failure.ts';
import { requirePrerequisites } from './server/prerequisites.ts';

await command(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.java !== undefined) process.env.JAVA_HOME = options.java;
  if (options.against !== undefined && !existsSync(options.against))
    throw new Failure(`--against: there is no ${options.against}`);
  await requirePrerequisites();
  const installation = new Installation(options, printProgress);
  try {
    if (options.against !== undefined) {
      const { text, result } = await compareJars(installation, options.against, printProgress);
      printResult(options.json, result, text);
    }
  } finally {
    await installation.close();
  }
});
