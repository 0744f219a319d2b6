/** `npm run linkgate -- sign-up-rules`: shows and changes the lists that decide who may sign up. */

import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectRealm } from '../admin/installation.ts';
import { ENTRY_LISTS, type EntryList } from '../admin/sign-up-rules.ts';
import { type Actions, CHANGE_OPTIONS, commonHelp, readAction } from '../cli/arguments.ts';
import { exitCodesHelp } from '../cli/exit-code.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { carryOut } from '../seed/plan.ts';
import { planChange, planDisposable, readLines, showRules } from '../settings/sign-up-rules.ts';
import { command } from './command.ts';

const OPTIONS = { ...CHANGE_OPTIONS } as const;

const HELP = `Shows and changes the lists by which the rules for sign-up decide (docs/features/bots.md): denied and allowed addresses and domains,
and disposable domains. The settings linkgate.sign-up-… switch the rules on, and say what they do.

  npm run linkgate -- sign-up-rules list
  npm run linkgate -- sign-up-rules add <denied|allowed> <entry>... [--apply]
  npm run linkgate -- sign-up-rules remove <denied|allowed> <entry>... [--apply]
  npm run linkgate -- sign-up-rules replace <denied|allowed> <file> [--apply]
  npm run linkgate -- sign-up-rules disposable <file> [--apply]
  npm run linkgate -- sign-up-rules built-in-disposable [--apply]

${commonHelp(OPTIONS, 22)}

An entry is an address, a domain, or *. and a domain for its subdomains. A file has one a line; empty lines and lines that begin with #
don't count. replace takes a list of up to 10,000 entries, disposable one of up to 100,000 domains in place of the built-in list. Without
--apply, a change of the entries shows what the rules would have done with the accounts of the last 30 days.

Environment:
${CREDENTIALS_HELP}
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

${exitCodesHelp()}
`;

const ACTIONS = {
  list: {},
  add: { changes: true, words: ['list', 'entry', 'entry...'] },
  remove: { changes: true, words: ['list', 'entry', 'entry...'] },
  replace: { changes: true, words: ['list', 'file'] },
  disposable: { changes: true, words: ['file'] },
  'built-in-disposable': { changes: true },
} as const satisfies Actions<keyof typeof OPTIONS>;

await command(async () => {
  const { values, words, action } = readAction(OPTIONS, ACTIONS);
  if (action === undefined) return void process.stdout.write(HELP);
  const [first = '', second = ''] = words;
  const entries = words.slice(1);
  const read = async () => await readLines(action === 'replace' ? second : first);
  const lines = action === 'replace' || action === 'disposable' ? await read() : [];
  const list = action === 'add' || action === 'remove' || action === 'replace' ? listOf(first) : 'denied';
  const admin = await connectRealm(values, process.env);
  const isNamed = (entry: string) =>
    entries.some((one) => one.trim().replace(/\.$/, '').toLowerCase() === entry);
  const outcome = await {
    list: () => showRules(admin),
    add: () => planChange(admin, list, (before) => [...before, ...entries]),
    remove: () => planChange(admin, list, (before) => before.filter((entry) => !isNamed(entry))),
    replace: () => planChange(admin, list, () => lines),
    disposable: () => planDisposable(admin, lines),
    'built-in-disposable': () => planDisposable(admin, null),
  }[action]();
  await carryOut(outcome, values);
});

function listOf(name: string): EntryList {
  const found = ENTRY_LISTS.find((one) => one === name);
  if (found === undefined) throw new WrongUsage(`${name}: use one of ${ENTRY_LISTS.join(', ')}`);
  return found;
}
