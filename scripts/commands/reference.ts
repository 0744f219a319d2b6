/** `node scripts/run.mjs reference.ts`: writes the reference from the code, or checks with `--check` whether it is up to date. */
import { readArguments } from '../cli/arguments.ts';
import { outdatedFace, README_FILE, writeFace } from '../face/readme.ts';
import { Failure } from '../failure.ts';
import { isReferenceCurrent, REFERENCE_FILE, writeReference } from '../reference/document.ts';
import { isMovingInCurrent, MOVING_IN_FILE, writeMovingIn } from '../reference/moving-in.ts';
import {
  isSettingsSchemaCurrent,
  SETTINGS_SCHEMA_FILE,
  writeSettingsSchema,
} from '../reference/settings-schema.ts';
import { command } from './command.ts';

const HELP = `Writes ${REFERENCE_FILE} and ${SETTINGS_SCHEMA_FILE} from the tables in the code: settings, attributes, limits, errors, events, meters, the admin API's
operations. Texts that only the reference needs are in scripts/reference. Writes the tables of ${MOVING_IN_FILE}, and the badges, versions,
comparison and figures of ${README_FILE}, too.

  node scripts/run.mjs reference.ts [--check] [--help]

  --check   writes nothing; checks whether the files are up to date
  --help    this text

Exit code: 0 done or up to date, 1 a file is outdated, 2 wrong usage.
`;

await command(async () => {
  const { values } = readArguments({ check: { type: 'boolean' }, help: { type: 'boolean' } });
  if (values.help) return void process.stdout.write(HELP);
  if (!values.check) {
    await writeReference();
    await writeSettingsSchema();
    await writeMovingIn();
    await writeFace();
  }
  const outdated = [
    ...((await isReferenceCurrent()) ? [] : [REFERENCE_FILE]),
    ...((await isSettingsSchemaCurrent()) ? [] : [SETTINGS_SCHEMA_FILE]),
    ...((await isMovingInCurrent()) ? [] : [MOVING_IN_FILE]),
    ...(await outdatedFace()),
  ];
  if (outdated.length > 0)
    throw new Failure(`${outdated.join(', ')}: outdated; node scripts/run.mjs reference.ts rewrites it`);
  console.log([REFERENCE_FILE, SETTINGS_SCHEMA_FILE, MOVING_IN_FILE, README_FILE].join('\n'));
});
