/** `npm run linkgate -- suppressions`: addresses that get no emails, listed and lifted. */
import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectRealm } from '../admin/installation.ts';
import { type ListedSuppression, liftSuppression, listSuppressions } from '../admin/suppressions.ts';
import { type Actions, CHANGE_OPTIONS, commonHelp, readAction } from '../cli/arguments.ts';
import { exitCodesHelp } from '../cli/exit-code.ts';
import { Failure } from '../failure.ts';
import { fieldChange } from '../seed/change.ts';
import { carryOut, type Outcome, type Plan } from '../seed/plan.ts';
import { command } from './command.ts';

const OPTIONS = { ...CHANGE_OPTIONS, reason: { type: 'string' } } as const;

const HELP = `Lists the addresses that get no emails, after what services reported of earlier ones (docs/email.md), and lets one get emails again.

  npm run linkgate -- suppressions list
  npm run linkgate -- suppressions lift <address or ID> --reason TEXT [--apply]

  --reason TEXT         why it gets emails again; the admin event has it
${commonHelp(OPTIONS, 22)}

list shows the latest 100. After 90 days only the ID of an address is stored. The email service may have a list of its own, which isn't
changed.

Environment:
${CREDENTIALS_HELP}
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

${exitCodesHelp()}
`;

const ACTIONS = {
  list: {},
  lift: { changes: true, words: ['address or ID'], options: ['reason'], required: ['reason'] },
} as const satisfies Actions<keyof typeof OPTIONS>;

await command(async () => {
  const { values, words, action } = readAction(OPTIONS, ACTIONS);
  if (action === undefined) return void process.stdout.write(HELP);
  const [named = ''] = words;
  const admin = await connectRealm(values, process.env);
  const listed = await listSuppressions(admin);
  if (action === 'list') return await carryOut(shown(listed), values);
  const one = listed.find(({ id, email }) => id === named || email === named.trim().toLowerCase());
  if (one === undefined)
    throw new Failure(`${named}: not among the latest ${listed.length} suppressed addresses`);
  const plan: Plan = {
    preview: async () => ({
      changes: fieldChange(admin.realm, one.email ?? one.id, 'suppressed', one.reason, null),
    }),
    apply: async () => {
      await liftSuppression(admin, one.id, String(values.reason));
      return { result: { id: one.id }, text: `${one.email ?? one.id} gets emails again` };
    },
  };
  await carryOut(plan, values);
});

function shown(listed: readonly ListedSuppression[]): Outcome {
  const line = ({ id, email, reason, route, since, expires_at, words }: ListedSuppression) =>
    [
      `${email ?? '(address no longer stored)'}  ${reason}, by ${route}, since ${new Date(since).toISOString()}`,
      expires_at === null ? '' : `, until ${new Date(expires_at * 1000).toISOString()}`,
      `\n  ${id}${words === null ? '' : `  ${words}`}`,
    ].join('');
  return {
    result: { suppressions: listed },
    text: listed.length === 0 ? 'no suppressed addresses' : listed.map(line).join('\n'),
  };
}
