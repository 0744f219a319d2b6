/** `npm run realm-file`: writes the ready-made realm file for Keycloak's own import, or with `--check` says whether it is up to date. */

import { readArguments } from '../cli/arguments.ts';
import { EXIT_CODE } from '../cli/exit-code.ts';
import { REALM_FILE, realmFileDiffers, writeRealmFile } from '../realm-file/file.ts';
import { command } from './command.ts';

const HELP = `Writes ${REALM_FILE} from the declarations of realm-config/; npm run build does so, too.

  npm run realm-file -- [--check] [--help]

  --check   writes nothing and says whether the file is up to date

Exit code: 0 done or up to date, 1 it failed, 2 the file differs, or wrong usage.
`;

await command(async () => {
  const { values } = readArguments({ check: { type: 'boolean' }, help: { type: 'boolean' } });
  if (values.help) return void process.stdout.write(HELP);
  if (!values.check) await writeRealmFile();
  else if (await realmFileDiffers()) {
    console.error(`${REALM_FILE}: differs from realm-config/; npm run realm-file rewrites it`);
    process.exitCode = EXIT_CODE.differentOrWrongUsage;
    return;
  }
  console.log(REALM_FILE);
});
