/** `npm run linkgate -- invitations`: invites users by email, one by one or by a list. */

import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectRealm } from '../admin/installation.ts';
import { listInvitations } from '../admin/invitations.ts';
import { type Actions, CHANGE_OPTIONS, commonHelp, readAction, wholeNumber } from '../cli/arguments.ts';
import { exitCodesHelp } from '../cli/exit-code.ts';
import { planDiscard, planStart, planStop, planUpload, readList, showList } from '../invitations/lists.ts';
import { invitationsText, planInvitation, planResend, planRevoke } from '../invitations/single.ts';
import { carryOut } from '../seed/plan.ts';
import { command } from './command.ts';

const OPTIONS = {
  ...CHANGE_OPTIONS,
  email: { type: 'string' },
  client: { type: 'string' },
  name: { type: 'string' },
  'notify-accounts': { type: 'boolean' },
  language: { type: 'string' },
  text: { type: 'string' },
  'lifetime-days': { type: 'string' },
  state: { type: 'string' },
  search: { type: 'string' },
} as const;

const HELP = `Invites users by email, also while sign-up is closed (contract 4.16, in docs/contract.md). Off unless the realm attribute
linkgate.invitations is true.

  npm run linkgate -- invitations send --email ADDRESS --client ID [--apply]
  npm run linkgate -- invitations list [--state STATE] [--search TEXT]
  npm run linkgate -- invitations resend <id> [--apply]
  npm run linkgate -- invitations revoke <id> [--apply]
  npm run linkgate -- invitations check <file.csv> [--client ID] [--apply]
  npm run linkgate -- invitations show <list's id>
  npm run linkgate -- invitations start <list's id> [--apply]
  npm run linkgate -- invitations stop <list's id> [--apply]
  npm run linkgate -- invitations discard <list's id> [--apply]

check stores a list of up to 10,000 lines as a draft, and validates each line: address, name, language, client, or as its heading
says. Nothing is sent before start; invalid lines are left out, and addresses that have an account, unless they are notified. discard
removes a draft. start also resumes a list that was stopped, or whose mail server failed; it emails nobody twice.

  --email ADDRESS       whom to invite
  --client ID           to which client; approved, with a home URL or linkgate.initiate-login-uri
  --name NAME           first and last name of the account
  --notify-accounts     tells users who have an account about the client, too (send, start)
  --language TAG        of email and page; the realm's by default
  --text TEXT           up to 200 characters without addresses of the web
  --lifetime-days N     1 to 30; 7 by default
  --state STATE         waiting, sent, opened, accepted, expired, revoked, skipped, failed or
                        uncertain
  --search TEXT         a part of an address or name
${commonHelp(OPTIONS, 22)}

An invitation is uncertain when its email may have left, as after a crash; only resend sends it again.

Environment:
${CREDENTIALS_HELP}
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

${exitCodesHelp()}
`;

/** What an invitation and a list say to users. */
const WORDING = ['client', 'language', 'text', 'lifetime-days'] as const;

const ACTIONS = {
  send: {
    changes: true,
    options: ['email', 'name', 'notify-accounts', ...WORDING],
    required: ['email', 'client'],
  },
  list: { options: ['state', 'search'] },
  resend: { changes: true, words: ['id'] },
  revoke: { changes: true, words: ['id'] },
  check: { changes: true, words: ['file'], options: WORDING },
  start: { changes: true, words: ['id'], options: ['notify-accounts'] },
  stop: { changes: true, words: ['id'] },
  show: { words: ['id'] },
  discard: { changes: true, words: ['id'] },
} as const satisfies Actions<keyof typeof OPTIONS>;

await command(async () => {
  const { values, words, action } = readAction(OPTIONS, ACTIONS);
  if (action === undefined) return void process.stdout.write(HELP);
  const days = wholeNumber('lifetime-days', values['lifetime-days']);
  const [word = ''] = words;
  const notifies = values['notify-accounts'];
  const { email = '', client, name, language, text, state, search } = values;
  const wording = {
    ...(client !== undefined && { client_id: client }),
    ...(language !== undefined && { language }),
    ...(text !== undefined && { text }),
  };

  const admin = await connectRealm(values, process.env);
  const outcome = await {
    list: async () => invitationsText(await listInvitations(admin, { state, search })),
    show: () => showList(admin, word),
    send: () =>
      planInvitation(admin, {
        email,
        client_id: client ?? '',
        ...wording,
        ...(name !== undefined && { name }),
        ...(days !== undefined && { lifetime_days: days }),
        ...(notifies !== undefined && { notify_account: notifies }),
      }),
    resend: () => planResend(admin, word),
    revoke: () => planRevoke(admin, word),
    check: async () =>
      planUpload(admin, await readList(word), {
        ...wording,
        ...(days !== undefined && { lifetime_days: String(days) }),
      }),
    start: () => planStart(admin, word, notifies),
    stop: () => planStop(admin, word),
    discard: () => planDiscard(admin, word),
  }[action]();
  await carryOut(outcome, values);
});
