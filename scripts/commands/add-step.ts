/** `npm run linkgate -- add-step`: adds a sign-in by link to a flow of a realm that isn't a Linkgate realm, and removes it again. */

import { type AddOptions, addStep, type Options, type Outcome } from '../add-step/add.ts';
import { ROLES, type Role } from '../add-step/placement.ts';
import { readSettings } from '../add-step/settings.ts';
import { undoStep } from '../add-step/undo.ts';
import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectRealm } from '../admin/installation.ts';
import { REALM_OPTIONS, readArguments } from '../cli/arguments.ts';
import { EXIT_CODE } from '../cli/exit-code.ts';
import { printResult } from '../cli/output.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { type Change, describeChange } from '../seed/change.ts';
import { diffText } from '../seed/diff-text.ts';
import { command } from './command.ts';

const HELP = `Adds the step "Linkgate: magic link" to a flow of a realm with other ways to sign in (docs/add-a-step.md): copies the flow, puts the
step into the copy, and binds the copy if told to. Everything else in the realm stays. A second run changes nothing more.

  npm run linkgate -- add-step --realm NAME [--flow NAME] [--as ROLE] [--bind | --client ID] [--apply]
  npm run linkgate -- add-step --realm NAME [--flow NAME] --replace AUTHENTICATOR [--bind | --client ID] [--apply]
  npm run linkgate -- add-step --realm NAME [--flow NAME] --undo [--apply]

Without --apply it changes nothing and shows what it would do.

  --flow NAME     the flow to copy, such as browser or "reset credentials"; by default the realm's browser flow
  --as ROLE       alternative: beside the password form, by "Try another way"; a second factor after it is asked for either way (default)
                  required: in place of the password form
                  second-factor: after the password, before other second factors
                  "reset credentials" and "first broker login": omit it; the link takes the place of Keycloak's own email
  --replace ID    puts the step in place of this authenticator, such as another extension's, and translates its settings
  --settings NAME=VALUE...
                  the step's settings, such as lifetime=600 emailContains=link-and-code (docs/reference.md)
  --name NAME     the copy's name; by default the flow's, followed by "with links"
  --bind          binds the copy wherever the realm or its identity providers have bound the flow
  --client ID     binds the copy for this client only, to try it
  --undo          binds the flow again that was copied, and removes the copy with all changes made to it
  --apply         makes the changes
  --dry-run       makes none, as without --apply
  --server URL    the server, such as https://id.example.com; without it the one started by npm start
  --realm NAME    the realm; required with --server, otherwise linkgate
  --json          the result as JSON
  --help          this text

Environment:
${CREDENTIALS_HELP}
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

Exit code: 0 done, 1 it failed, 2 without --apply if there is something to change, or wrong usage.
`;

const OPTIONS = {
  ...REALM_OPTIONS,
  flow: { type: 'string' },
  as: { type: 'string' },
  replace: { type: 'string' },
  settings: { type: 'string', multiple: true },
  name: { type: 'string' },
  bind: { type: 'boolean' },
  client: { type: 'string' },
  undo: { type: 'boolean' },
  apply: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

/** Options that say how to add the step. */
const ADDING = ['as', 'replace', 'settings', 'bind', 'client'] as const;

await command(async () => {
  const { values, positionals } = readArguments(OPTIONS);
  if (values.help) return void process.stdout.write(HELP);
  const { flow, name, apply = false, json } = values;
  const options: Options = { flow, name, apply };
  // Further settings follow the first one.
  const words = values.settings === undefined ? positionals : [];
  if (words.length > 0 || (positionals.length > 0 && values.undo))
    throw new WrongUsage(`${positionals.join(' ')}: not expected`);
  const adding = ADDING.find((option) => values[option] !== undefined);
  if (apply && values['dry-run']) throw new WrongUsage('--apply, --dry-run: use one of them');
  if (values.undo && adding !== undefined) throw new WrongUsage(`--${adding}: not an option of --undo`);
  const add: AddOptions = {
    ...options,
    as: roleOf(values.as),
    replace: values.replace,
    settings: readSettings([...(values.settings ?? []), ...positionals]),
    bind: values.bind ?? false,
    client: values.client,
  };
  if (add.as !== undefined && add.replace !== undefined)
    throw new WrongUsage('--as, --replace: use one of them');
  if (add.bind && add.client !== undefined) throw new WrongUsage('--bind, --client: use one of them');

  const admin = await connectRealm(values, process.env);
  const print = (result: { readonly changes: readonly Change[] }, text: string) => {
    printResult(json, { realm: admin.realm, dry_run: !apply, ...result }, text);
    return result.changes;
  };
  let changes: readonly Change[];
  if (values.undo) {
    const undone = await undoStep(admin, options);
    changes = print(undone, changesText(undone.changes, apply));
  } else {
    const added = await addStep(admin, add);
    changes = print(added, addedText(added, apply));
  }
  if (!apply && changes.length > 0) process.exitCode = EXIT_CODE.differentOrWrongUsage;
});

function roleOf(word: string | undefined): Role | undefined {
  if (word === undefined) return undefined;
  const role = ROLES.find((one) => one === word);
  if (role === undefined) throw new WrongUsage(`--as: "${word}": use one of ${ROLES.join(', ')}`);
  return role;
}

function addedText(outcome: Outcome, apply: boolean): string {
  const { flow, copy_of, changes, executions, not_translated, look_at, for_clients, try_at } = outcome;
  return [
    ...(executions.length > 0 ? [`flow ${flow}, a copy of ${copy_of}:`, ...executions] : []),
    changesText(changes, apply),
    ...not_translated.map((setting) => `not translated: ${setting}`),
    ...look_at.map((line) => `look at: ${line}`),
    try_at === undefined
      ? `not bound by this run: ${for_clients ? '--client ID binds it for one client, ' : ''}--bind for the realm`
      : `try it: ${try_at}`,
  ].join('\n');
}

function changesText(changes: readonly Change[], apply: boolean): string {
  if (changes.length === 0) return 'nothing to change';
  if (apply) return changes.map(describeChange).join('\n');
  return `${diffText(changes)}\nnothing was changed; --apply makes these changes: ${changes.length}`;
}
