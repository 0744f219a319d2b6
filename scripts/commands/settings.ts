/** `npm run linkgate -- settings`: shows and changes what the page Settings does. */

import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectRealm } from '../admin/installation.ts';
import { type Actions, CHANGE_OPTIONS, commonHelp, readAction } from '../cli/arguments.ts';
import { exitCodesHelp } from '../cli/exit-code.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { carryOut } from '../seed/plan.ts';
import { changeSettings, readTexts } from '../settings/change.ts';
import { getSetting, listSettings } from '../settings/show.ts';
import { command } from './command.ts';

const OPTIONS = {
  ...CHANGE_OPTIONS,
  client: { type: 'string' },
  step: { type: 'string' },
} as const;

const HELP = `Shows and changes the settings of a realm, of the sign-in step in a flow, or of a client, as the page Settings and a client's page do.

  npm run linkgate -- settings list [--client ID | --step FLOW]
  npm run linkgate -- settings get <name> [--client ID | --step FLOW]
  npm run linkgate -- settings set <name> <value> [<name> <value>]... [--client ID | --step FLOW] [--apply]
  npm run linkgate -- settings reset <name>... [--client ID | --step FLOW] [--apply]

  --client ID           of this client, instead of the realm
  --step FLOW           of the sign-in step in this flow, such as "linkgate browser"; or the step's id, if the flow has several
${commonHelp(OPTIONS, 22)}

list shows the realm's settings and its steps', what isn't the default, which file sets a value (the next seed run sets it back), and
what is wrong. docs/reference.md has the values of each. set and reset change nothing if one of the values wouldn't act, or if another
administrator changes these settings at the same moment. Limits and branding have pages of their own; what else a client's page sets
is set by clients.

Environment:
${CREDENTIALS_HELP}
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

${exitCodesHelp()}
`;

const PLACE = ['client', 'step'] as const;

const ACTIONS = {
  list: { options: PLACE },
  get: { words: ['name'], options: PLACE },
  set: { changes: true, words: ['name', 'value', 'name and value...'], options: PLACE },
  reset: { changes: true, words: ['name', 'name...'], options: PLACE },
} as const satisfies Actions<keyof typeof OPTIONS>;

await command(async () => {
  const { values, words, action } = readAction(OPTIONS, ACTIONS);
  if (action === undefined) return void process.stdout.write(HELP);
  if (values.client !== undefined && values.step !== undefined)
    throw new WrongUsage('--client, --step: use one of them');
  const [name = ''] = words;
  const texts = action === 'set' ? readTexts(words) : new Map(words.map((word) => [word, null]));
  const admin = await connectRealm(values, process.env);
  const outcome = await {
    list: () => listSettings(admin, values),
    get: () => getSetting(admin, name, values),
    set: () => changeSettings(admin, texts, values),
    reset: () => changeSettings(admin, texts, values),
  }[action]();
  await carryOut(outcome, values);
});
