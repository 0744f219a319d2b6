/** `npm run linkgate -- add-step`: adds a sign-in by link to a flow of a stock realm, and removes it again. */

import { type AddOptions, addStep, type Options, type Outcome } from '../add-step/add.ts';
import { linkApiLines } from '../add-step/link-api.ts';
import { ROLES, type Role } from '../add-step/placement.ts';
import { readSettings, type StepSettings } from '../add-step/settings.ts';
import { undoStep } from '../add-step/undo.ts';
import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectRealm } from '../admin/installation.ts';
import { CHANGE_OPTIONS, commonHelp, readArguments } from '../cli/arguments.ts';
import { exitCodesHelp } from '../cli/exit-code.ts';
import { printRun } from '../cli/output.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import type { Change } from '../seed/change.ts';
import { changesText } from '../seed/diff-text.ts';
import { command } from './command.ts';

const HELP = `Adds "Linkgate: magic link step" to a flow of a realm with other ways to sign in (docs/features/step.md): copies the flow, puts the
step into the copy, and binds the copy if told to. Everything else in the realm stays. A second run changes nothing more.

  npm run linkgate -- add-step --realm NAME [--flow NAME] [--as ROLE] [--bind | --client ID] [--apply]
  npm run linkgate -- add-step --realm NAME [--flow NAME] --replace AUTHENTICATOR [--bind | --client ID] [--apply]
  npm run linkgate -- add-step --realm NAME [--flow NAME] --undo [--apply]

  --flow NAME     the flow to copy, such as browser or "reset credentials"; by default the realm's browser flow
  --as ROLE       alternative: beside the password form, by "Try another way"; a second factor after it is asked for either way (default)
                  first: the same, but the email address is asked for first, and the password form is a button on that page
                  required: in place of the password form
                  second-factor: after the password, before other second factors
                  links-only: beside the password form, but on no page: only links that a backend requests sign in
                  "reset credentials" and "first broker login": omit it; the link takes the place of Keycloak's own email
  --replace ID    puts the step in place of this authenticator, such as another extension's or linkgate-email, and translates its
                  settings; says what takes the place of the extension's link API (docs/moving-in.md)
  --settings NAME=VALUE...
                  the step's settings, such as lifetime=600 emailContains=link-and-code (docs/reference.md)
  --name NAME     the copy's name; by default the flow's, followed by "with links"
  --bind          binds the copy wherever the realm or its identity providers have bound the flow
  --client ID     binds the copy for this client only, to try it
  --undo          binds the flow again that was copied, and removes the copy with all changes made to it
${commonHelp(CHANGE_OPTIONS, 16)}

Environment:
${CREDENTIALS_HELP}
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

${exitCodesHelp()}
`;

const OPTIONS = {
  ...CHANGE_OPTIONS,
  flow: { type: 'string' },
  as: { type: 'string' },
  replace: { type: 'string' },
  settings: { type: 'string', multiple: true },
  name: { type: 'string' },
  bind: { type: 'boolean' },
  client: { type: 'string' },
  undo: { type: 'boolean' },
} as const;

/** Options that say how to add the step. */
const ADDING = ['as', 'replace', 'settings', 'bind', 'client'] as const;

await command(async () => {
  const { values, positionals } = readArguments(OPTIONS);
  if (values.help) return void process.stdout.write(HELP);
  const { flow, name, apply = false } = values;
  const options: Options = { flow, name, apply };
  // Further settings follow the first one.
  const words = values.settings === undefined ? positionals : [];
  if (words.length > 0 || (positionals.length > 0 && values.undo))
    throw new WrongUsage(`${positionals.join(' ')}: not expected`);
  const adding = ADDING.find((option) => values[option] !== undefined);
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
  const print = (result: { readonly changes: readonly Change[] }, text: string) =>
    printRun(values, { result: { realm: admin.realm, ...result }, text, changes: result.changes.length });
  if (values.undo) {
    const undone = await undoStep(admin, options);
    return print(undone, changesText(undone.changes, apply));
  }
  const added = await addStep(admin, add);
  print(added, addedText(added, apply));
});

function roleOf(word: string | undefined): Role | undefined {
  if (word === undefined) return undefined;
  const role = ROLES.find((one) => one === word);
  if (role === undefined) throw new WrongUsage(`--as: "${word}": use one of ${ROLES.join(', ')}`);
  return role;
}

function addedText(outcome: Outcome, apply: boolean): string {
  const { flow, copy_of, changes, executions, settings, not_translated, look_at, for_clients, try_at } =
    outcome;
  return [
    ...(executions.length > 0 ? [`flow ${flow}, a copy of ${copy_of}:`, ...executions] : []),
    ...settings.flatMap((one) => settingsLine(one)),
    changesText(changes, apply),
    ...not_translated.map((setting) => `not translated: ${setting}`),
    ...look_at.map((line) => `look at: ${line}`),
    try_at === undefined
      ? `not bound by this run: ${for_clients ? '--client ID binds it for one client, ' : ''}--bind for the realm`
      : `try it: ${try_at}`,
    ...linkApiLines(outcome.link_api ?? []),
  ].join('\n');
}

function settingsLine(settings: StepSettings): string[] {
  const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return given.length === 0 ? [] : [`settings of the step: ${given.join(' ')}`];
}
