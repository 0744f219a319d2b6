/**
 * `node scripts/run.mjs realm-file.ts`: writes the ready-made realm files, or checks with `--check` whether the repository's is up to date.
 */

import { readArguments } from '../cli/arguments.ts';
import { Failure } from '../failure.ts';
import { differsFromDeclarations, REALM_FILE, UNTRACKED_FILES, writeRealmFiles } from '../realm-file/file.ts';
import { command } from './command.ts';

const HELP = `Writes the ready-made realm files from the declarations of realm-config/; npm run build does so, too:
${REALM_FILE} for Keycloak's own import, which is in the repository, and beside it
${UNTRACKED_FILES.join('\n')}

  node scripts/run.mjs realm-file.ts [--check] [--help]

  --check   writes nothing; checks whether the repository's file is up to date

Exit code: 0 done or up to date, 1 the file is outdated, 2 wrong usage.
`;

await command(async () => {
  const { values } = readArguments({ check: { type: 'boolean' }, help: { type: 'boolean' } });
  if (values.help) return void process.stdout.write(HELP);
  if (!values.check) {
    console.log((await writeRealmFiles()).join('\n'));
    return;
  }
  if (await differsFromDeclarations())
    throw new Failure(
      `${REALM_FILE}: differs from realm-config/; node scripts/run.mjs realm-file.ts rewrites it`,
    );
});
