/**
 * `node scripts/run.mjs check-versions.ts`: checks the scripts' and the host's uses of Keycloak against the JARs of each version.
 */
import { buildPlugin } from '../build/plugin.ts';
import { readArguments } from '../cli/arguments.ts';
import { printProgress } from '../cli/output.ts';
import { Failure } from '../failure.ts';
import { obtainDistribution } from '../server/distribution.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';
import { TESTED_VERSIONS } from '../server/version.ts';
import { checkVersion } from '../versions/check-version.ts';
import { newestVersion, type ServerOfParts, serverOfParts } from '../versions/parts.ts';
import { command } from './command.ts';

const NEWEST_TESTED = TESTED_VERSIONS.at(-1) ?? '';
const HELP = `Checks every class and method of Keycloak that scripts and host use, and the endpoints that guards refer to by name, against
the JARs of each version, and lists what is missing or changed with file and line: the work for a new version.

  node scripts/run.mjs check-versions.ts [VERSION…]

  VERSION           such as 26.8.0; without one ${TESTED_VERSIONS.join(', ')}. Each is about 180 MB, downloaded once.
                    "newest" is the newest release or snapshot that Maven has. If it has only some of a version's JARs, these
                    are checked, with the rest of ${NEWEST_TESTED}
  --help            this text

Exit code: 0 nothing is missing, 1 something is missing or changed, 2 wrong usage.
`;

await command(async () => {
  const { values, positionals } = readArguments({ help: { type: 'boolean' } });
  if (values.help) return void process.stdout.write(HELP);
  await requirePrerequisites();
  const jar = await buildPlugin({ log: printProgress });
  const versions = positionals.length > 0 ? positionals : TESTED_VERSIONS;
  let changed = 0;
  for (const named of versions) {
    const version = named === 'newest' ? await newestVersion() : named;
    const { server, parts } = await serverOf(version);
    const problems = await checkVersion(version, server, jar);
    for (const problem of problems) console.log(`${version}: ${problem}`);
    if (problems.length === 0) console.log(`${version}: passed`);
    else changed += 1;
    if (parts.length > 0) console.log(`${version}: only ${parts.join(', ')}; all else of ${NEWEST_TESTED}`);
  }
  if (changed > 0)
    throw new Failure(`${changed} of ${versions.length} versions lack something that is used.`);
});

/** A version's server, whole (without a list of parts) or in parts. */
async function serverOf(version: string): Promise<ServerOfParts> {
  try {
    return { server: await obtainDistribution(printProgress, version), parts: [] };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const found = await serverOfParts(version, await obtainDistribution(printProgress, NEWEST_TESTED));
    if (found.parts.length === 0) throw error;
    return found;
  }
}
