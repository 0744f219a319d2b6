/** `npm run linkgate -- remove`: takes Linkgate out of a realm. */

import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectRealm } from '../admin/installation.ts';
import { REALM_OPTIONS, readArguments } from '../cli/arguments.ts';
import { EXIT_CODE } from '../cli/exit-code.ts';
import { printResult } from '../cli/output.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import type { Remaining } from '../remove/former.ts';
import { type Removed, removeLinkgate } from '../remove/remove.ts';
import { describeChange } from '../seed/change.ts';
import { diffText } from '../seed/diff-text.ts';
import { command } from './command.ts';

const HELP = `Takes Linkgate out of a realm (docs/operate.md): restores what seed and add-step changed, unless it was changed since, and removes
what they and the use of the realm have added. Accounts and applications stay. Then the realm is one of Keycloak's own.

  npm run linkgate -- remove --realm NAME [--apply]

Without --apply it changes nothing and shows what it would do, what it leaves, and what it can't know. Clients that only Linkgate rejects
are disabled first; then settings and flows change in one step, which also turns Linkgate off. A failed run can be repeated.

  --apply         makes the changes
  --dry-run       makes none, as without --apply
  --server URL    the server, such as https://id.example.com; without it the one started by npm start
  --realm NAME    the realm; required
  --json          the result as JSON
  --help          this text

The credentials need the roles manage-realm, manage-clients and manage-identity-providers.

Environment:
${CREDENTIALS_HELP}
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

Exit code: 0 done, 1 it failed, 2 without --apply if there is something to change, or wrong usage.
`;

await command(async () => {
  const { values, positionals } = readArguments({
    ...REALM_OPTIONS,
    apply: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  });
  if (values.help) return void process.stdout.write(HELP);
  const { apply = false, json } = values;
  if (positionals.length > 0) throw new WrongUsage(`${positionals.join(' ')}: not expected`);
  if (apply && values['dry-run']) throw new WrongUsage('--apply, --dry-run: use one of them');
  // Never a default: this realm's set-up goes.
  if (!values.realm) throw new WrongUsage('--realm: missing');
  const admin = await connectRealm(values, process.env);
  const removed = await removeLinkgate(admin, { apply });
  printResult(json, { realm: admin.realm, dry_run: !apply, ...removed }, textOf(removed, apply));
  if (!apply && removed.changes.length > 0) process.exitCode = EXIT_CODE.differentOrWrongUsage;
});

function textOf({ changes, left, unknown }: Removed, apply: boolean): string {
  return [
    ...(changes.length === 0
      ? ['nothing to change']
      : [apply ? changes.map(describeChange).join('\n') : diffText(changes)]),
    ...left.map((one) => `left: ${describe(one)}`),
    ...unknown.map((one) => `unknown: ${describe(one)}`),
    ...(apply || changes.length === 0
      ? []
      : [`nothing was changed; --apply makes these changes: ${changes.length}`]),
  ].join('\n');
}

function describe({ object, field, reason }: Remaining): string {
  return `${object}${field === undefined ? '' : `: ${field}`}: ${reason}`;
}
