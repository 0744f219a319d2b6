/** `npm run linkgate -- invitations`: invites users by email, one by one or by a list. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectRealm } from '../admin/installation.ts';
import {
  type Batch,
  changeInvitation,
  checkBatch,
  discardBatch,
  getBatch,
  type Invitation,
  invite,
  type LineProblem,
  listInvitations,
  listLineProblems,
  startBatch,
  stopBatch,
} from '../admin/invitations.ts';
import { REALM_OPTIONS, readArguments, singleArgument, wholeNumber } from '../cli/arguments.ts';
import { EXIT_CODE } from '../cli/exit-code.ts';
import { printResult } from '../cli/output.ts';
import { table } from '../cli/table.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { command } from './command.ts';

const HELP = `Invites users by email, also while sign-up is closed (contract 4.16, in docs/contract.md). Off unless the realm attribute
linkgate.invitations is true.

  npm run linkgate -- invitations send --email ADDRESS --client ID
  npm run linkgate -- invitations list [--state STATE] [--search TEXT]
  npm run linkgate -- invitations resend|revoke <id>
  npm run linkgate -- invitations check <file.csv> [--client ID]
  npm run linkgate -- invitations start|stop|show|discard <list's id>

check validates each line of a list of up to 10,000: address, name, language, client, or as its heading says. Nothing is sent before
start; invalid lines are left out, and addresses that have an account, unless they are notified. discard removes a list before that. start also resumes a list that was stopped, or whose mail server failed; it emails nobody twice.

  --email ADDRESS       whom to invite
  --client ID           to which client; approved, with a home URL or linkgate.initiate-login-uri
  --name NAME           first and last name of the account
  --notify-accounts     tells users who have an account about the client, too (send, start)
  --language TAG        of email and page; the realm's by default
  --text TEXT           up to 200 characters without addresses of the web
  --lifetime-days N     1 to 30; 7 by default
  --state STATE         waiting, sent, opened, accepted, expired, revoked, failed or uncertain
  --search TEXT         a part of an address or name
  --server URL          the server, such as https://id.example.com; without it the one that npm start runs
  --realm NAME          the realm; needed with --server, else linkgate
  --json                the result as JSON
  --help                this text

An invitation is uncertain when its email may have left, as after a crash; only resend sends it again.

Environment:
${CREDENTIALS_HELP}
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

Exit code: 0 done; 1 it failed, or no line of the list is valid; 2 wrong usage.
`;

const ACTIONS = ['send', 'list', 'resend', 'revoke', 'check', 'start', 'stop', 'show', 'discard'] as const;
const HEADINGS = ['id', 'address', 'client', 'state', 'emails', 'ends', 'why not'];

await command(async () => {
  const { values, positionals } = readArguments({
    ...REALM_OPTIONS,
    email: { type: 'string' },
    client: { type: 'string' },
    name: { type: 'string' },
    'notify-accounts': { type: 'boolean' },
    language: { type: 'string' },
    text: { type: 'string' },
    'lifetime-days': { type: 'string' },
    state: { type: 'string' },
    search: { type: 'string' },
  });
  const [given, ...words] = positionals;
  if (values.help) return void process.stdout.write(HELP);
  const action = ACTIONS.find((one) => one === given);
  if (action === undefined) throw new WrongUsage(`${given ?? 'no action'}: use one of ${ACTIONS.join(', ')}`);
  const argumentName = action === 'check' ? 'file' : 'id';
  const word = action === 'send' || action === 'list' ? '' : singleArgument(words, argumentName);
  if (word === '' && words.length > 0) throw new WrongUsage(`${words.join(' ')}: not expected`);
  const days = wholeNumber('lifetime-days', values['lifetime-days']);
  const notifies = values['notify-accounts'];
  const { email, client, name, language, text, state, search } = values;
  if (action === 'send' && (email === undefined || client === undefined))
    throw new WrongUsage(`--${email === undefined ? 'email' : 'client'}: missing`);
  const csv = action === 'check' ? new Uint8Array(await readFile(word)) : undefined;

  const admin = await connectRealm(values, process.env);
  if (action === 'list') {
    const found = await listInvitations(admin, { state, search });
    return printResult(values.json, found, table(HEADINGS, found.map(row)));
  }
  if (action === 'send') {
    const invitation = {
      email: email ?? '',
      client_id: client ?? '',
      ...(name !== undefined && { name }),
      ...(language !== undefined && { language }),
      ...(text !== undefined && { text }),
      ...(days !== undefined && { lifetime_days: days }),
      ...(notifies !== undefined && { notify_account: notifies }),
    };
    return printInvitation(values.json, await invite(admin, invitation));
  }
  if (action === 'resend' || action === 'revoke')
    return printInvitation(values.json, await changeInvitation(admin, word, action));
  if (action === 'start') return printBatch(values.json, await startBatch(admin, word, notifies), []);
  if (action === 'stop') return printBatch(values.json, await stopBatch(admin, word), []);
  if (action === 'discard') {
    await discardBatch(admin, word);
    return printResult(values.json, { id: word }, `list ${word}: discarded`);
  }
  const batch =
    csv === undefined
      ? await getBatch(admin, word)
      : await checkBatch(admin, csv, {
          ...(client !== undefined && { client_id: client }),
          ...(language !== undefined && { language }),
          ...(text !== undefined && { text }),
          ...(days !== undefined && { lifetime_days: String(days) }),
          file_name: path.basename(word),
        });
  printBatch(values.json, batch, batch.wrong === 0 ? [] : await listLineProblems(admin, batch.id));
});

function printInvitation(json: boolean | undefined, one: Invitation): void {
  printResult(json, one, table(HEADINGS, [row(one)]));
}

function printBatch(json: boolean | undefined, batch: Batch, problems: readonly LineProblem[]): void {
  const { id, state, lines, wrong, accounts, ignored_columns: ignored, counts } = batch;
  const states = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
  const bad = problems.map(({ line, field, message }) => `  line ${line}: ${field}: ${message}`);
  const known = accounts > 0 ? [`${accounts} with an account`] : [];
  const text = [
    `list ${id}: ${state}; ${[`${lines} lines`, `${wrong} invalid`, ...known].join(', ')}; ${states.join(', ') || 'none waiting'}`,
    ...(ignored.length > 0 ? [`  ignored columns: ${ignored.join(', ')}`] : []),
    ...bad,
  ];
  printResult(json, { ...batch, problems }, text.join('\n'));
  // Nobody will get an email.
  if (wrong === lines) process.exitCode = EXIT_CODE.failed;
}

function row({ id, email, client_id, state, emails, expires_at, failure }: Invitation): string[] {
  const end = expires_at === null ? '' : new Date(expires_at * 1000).toISOString();
  return [id, email, client_id ?? '', state, String(emails), end, failure ?? ''];
}
