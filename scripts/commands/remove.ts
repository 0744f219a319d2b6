/** `npm run linkgate -- remove`: takes Linkgate out of a realm. */

import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectRealm } from '../admin/installation.ts';
import { CHANGE_OPTIONS, commonHelp, readArguments } from '../cli/arguments.ts';
import { exitCodesHelp } from '../cli/exit-code.ts';
import { printRun } from '../cli/output.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import type { Remaining } from '../remove/former.ts';
import { type Removed, removeLinkgate } from '../remove/remove.ts';
import { changesText } from '../seed/diff-text.ts';
import { command } from './command.ts';

const HELP = `Takes Linkgate out of a realm (docs/operate.md): restores what seed and add-step changed, unless it was changed since, and removes
what they and the use of the realm have added. Accounts and applications stay. Then the realm is one of Keycloak's own.

  npm run linkgate -- remove --realm NAME [--apply]

The result also says what is left, and what can't be known. Clients that only Linkgate rejects are disabled first; then settings and
flows change in one step, which also turns Linkgate off. A failed run can be repeated.

${commonHelp(CHANGE_OPTIONS, 15, { realm: 'the realm; always required' })}

The credentials need the roles manage-realm, manage-clients and manage-identity-providers.

Environment:
${CREDENTIALS_HELP}
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

${exitCodesHelp()}
`;

await command(async () => {
  const { values, positionals } = readArguments(CHANGE_OPTIONS);
  if (values.help) return void process.stdout.write(HELP);
  const { apply = false } = values;
  if (positionals.length > 0) throw new WrongUsage(`${positionals.join(' ')}: not expected`);
  // Never a default: this realm's set-up goes.
  if (!values.realm) throw new WrongUsage('--realm: missing');
  const admin = await connectRealm(values, process.env);
  const removed = await removeLinkgate(admin, { apply });
  printRun(values, {
    result: { realm: admin.realm, ...removed },
    text: textOf(removed, apply),
    changes: removed.changes.length,
  });
});

function textOf({ changes, left, unknown }: Removed, apply: boolean): string {
  return [
    changesText(changes, apply),
    ...left.map((one) => `left: ${describe(one)}`),
    ...unknown.map((one) => `unknown: ${describe(one)}`),
  ].join('\n');
}

function describe({ object, field, reason }: Remaining): string {
  return `${object}${field === undefined ? '' : `: ${field}`}: ${reason}`;
}
