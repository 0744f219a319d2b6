/**
 * `node scripts/run.mjs realm-file.ts`: writes the ready-made realm files, or checks with `--check` whether they are up to date.
 */

import { readArguments } from '../cli/arguments.ts';
import { EXIT_CODE } from '../cli/exit-code.ts';
import { differingRealmFiles, REALM_FILE, writeRealmFiles } from '../realm-file/file.ts';
import { command } from './command.ts';

const HELP = `Writes the ready-made realm files from the declarations of realm-config/; npm run build does so, too:
${REALM_FILE} for Keycloak's own import, and those of deploy/.

  node scripts/run.mjs realm-file.ts [--check] [--help]

  --check   writes nothing; checks whether the files are up to date

Exit code: 0 done or up to date, 1 it failed, 2 a file differs, or wrong usage.
`;

await command(async () => {
  const { values } = readArguments({ check: { type: 'boolean' }, help: { type: 'boolean' } });
  if (values.help) return void process.stdout.write(HELP);
  if (!values.check) {
    console.log((await writeRealmFiles()).join('\n'));
    return;
  }
  for (const file of await differingRealmFiles()) {
    console.error(`${file}: differs from realm-config/; node scripts/run.mjs realm-file.ts rewrites it`);
    process.exitCode = EXIT_CODE.differentOrWrongUsage;
  }
});
