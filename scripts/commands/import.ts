/** `npm run linkgate -- import`: creates accounts for the users of another product, from a file that it exports. */

import { stat } from 'node:fs/promises';
import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectRealm } from '../admin/installation.ts';
import { CHANGE_OPTIONS, commonHelp, readArguments } from '../cli/arguments.ts';
import { EXIT_CODE, exitCodesHelp } from '../cli/exit-code.ts';
import { printRun } from '../cli/output.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { Failure } from '../failure.ts';
import { FORMATS, type Product } from '../import/formats/index.ts';
import { OWN_COLUMNS } from '../import/formats/own.ts';
import { declareImportedId, IMPORTED_ID } from '../import/imported-id.ts';
import { readImportRealm } from '../import/realm.ts';
import { Report } from '../import/report.ts';
import { runImport } from '../import/run.ts';
import { survey } from '../import/survey.ts';
import type { Change } from '../seed/change.ts';
import { changesText } from '../seed/diff-text.ts';
import { command } from './command.ts';

const OPTIONS = {
  ...CHANGE_OPTIONS,
  from: { type: 'string' },
  unverified: { type: 'boolean' },
  provider: { type: 'string', multiple: true },
  trust: { type: 'string', multiple: true },
  report: { type: 'string' },
} as const;

const HELP = `Creates accounts for the users of another product, from a file that it exports (docs/moving-in.md). They sign in by a link; passwords
aren't read. Sends no email. A user who has an account keeps it as it is; one of an earlier run whose address was verified since is marked
so, unless somebody can sign in to it. A run that ended early is continued by the same command.

  npm run linkgate -- import --from PRODUCT FILE [--unverified] [--provider NAME=ALIAS...] [--trust NAME...] [--report FILE] [--apply]

  --from PRODUCT          ${Object.keys(FORMATS).join(', ')}
  --unverified            no address of the file counts as verified, whatever it says
  --provider NAME=ALIAS   a provider's name in the file, and its alias in the realm, if they differ; may be repeated
  --trust NAME            a provider's name in the file; addresses that it has verified count, whatever the realm says; may be repeated
  --report FILE           writes each finding to a CSV file (line, finding, text): a new one, or an earlier report
${commonHelp(OPTIONS, 24)}

An account whose address wasn't verified counts as never proven: its first link claims it, and it gets no identities, name or former
id. What a provider alone has verified counts if the realm trusts it (Trust Email, as at a sign-in). The former id of others is in the
attribute ${IMPORTED_ID}. A CSV file (--from csv) has a heading with some of these columns, at least the first:
${OWN_COLUMNS.join(', ')}
(identities: alias:id, separated by spaces).

Roles of the realm: view-realm, view-users and view-identity-providers, to apply also manage-realm, and manage-users to mark accounts as
verified.

Environment:
${CREDENTIALS_HELP}
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

${exitCodesHelp()}
`;

await command(async () => {
  const { values, positionals } = readArguments(OPTIONS);
  if (values.help) return void process.stdout.write(HELP);
  const { from = '', provider = [], trust: trusted = [], apply = false } = values;
  if (!isProduct(from)) throw new WrongUsage(`--from: use one of ${Object.keys(FORMATS).join(', ')}`);
  const [file, ...more] = positionals;
  if (file === undefined) throw new WrongUsage('FILE: missing');
  if (more.length > 0) throw new WrongUsage(`${more.join(' ')}: not expected`);
  const names = { aliases: new Map(provider.map(aliasIn)), trusted };
  if (!(await stat(file)).isFile()) throw new Failure(`${file}: there is a folder where a file is expected`);
  const users = { product: from, file, isUnverified: values.unverified ?? false };
  const report = await Report.begin(values.report);
  let changes: readonly Change[];
  try {
    const admin = await connectRealm(values, process.env);
    const realm = await readImportRealm(admin, names);
    const surveyed = await survey(users, realm);
    const declaration = await declareImportedId(admin, apply);
    changes = declaration.changes;
    const options = { ...users, apply, isIdDoubtful: declaration.isDoubtful };
    await runImport(admin, realm, options, surveyed, report);
  } finally {
    await report.close();
  }
  printRun(values, {
    result: { changes, ...report.result },
    text: [...(changes.length === 0 ? [] : [changesText(changes, apply)]), report.text(apply)].join('\n'),
    changes: report.counted('accounts') + report.counted('verified'),
  });
  if (report.counted('rejected') > 0) process.exitCode ??= EXIT_CODE.failed;
});

function isProduct(name: string): name is Product {
  return Object.hasOwn(FORMATS, name);
}

function aliasIn(text: string): [string, string] {
  const [, name, alias] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  if (name === undefined || alias === undefined)
    throw new WrongUsage(`--provider: "${text}" isn't NAME=ALIAS, such as google-oauth2=google`);
  return [name, alias];
}
