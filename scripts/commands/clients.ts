/** `npm run linkgate -- clients`: manages a realm's clients, as a developer portal does. */

import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectRealm } from '../admin/installation.ts';
import { REALM_OPTIONS, readArguments, singleArgument } from '../cli/arguments.ts';
import { printResult } from '../cli/output.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { approveClient, deleteClient, rejectClient } from '../clients/approval.ts';
import { updateBranding } from '../clients/branding.ts';
import { createClient } from '../clients/create.ts';
import { revokeLinks } from '../clients/links.ts';
import { updateSecondFactor } from '../clients/second-factor.ts';
import { rotateSecret } from '../clients/secret.ts';
import { getClient, listClients } from '../clients/show.ts';
import { command } from './command.ts';

const HELP = `Administers the clients (relying parties) of a realm.

  npm run linkgate -- clients list
  npm run linkgate -- clients show <client id>
  npm run linkgate -- clients create <client id> --redirect-uri URI... [--public | --machine] [--name TEXT] [--web-origin ORIGIN]... [--approved]
  npm run linkgate -- clients approve <client id> --version VERSION
  npm run linkgate -- clients reject <client id>
  npm run linkgate -- clients delete <client id> [--permanently]
  npm run linkgate -- clients rotate-secret <client id>
  npm run linkgate -- clients revoke-links <client id>
  npm run linkgate -- clients second-factor <client id> [none | on-request | always]
  npm run linkgate -- clients branding <client id> [--logo URL] [--primary-color C] [--background-color C] [--text T] [--subject T] [--sender-name T]

A new client is pending until it is approved (--approved does both). The states are pending, approved, rejected and deleted (contract
3.3, in docs/contract.md); an approved client can't be rejected, only deleted. A rejected or deleted client stays on record, fails
authentication as an unknown one, and can be approved again; --permanently removes it with its consents and links.
approve approves a reviewed version: a client that registered itself may change in the meantime. --version is the version that show
prints; if the client has changed since, or without --version, the client is shown again and nothing is approved.
revoke-links revokes the open links that were returned to a backend (contract 4.14), such as one whose secret has leaked.
second-factor sets whether users need a second factor: never, if the request asks for level 2 (acr_values), or always; without a value
it shows the setting. That of linkgate-admin is also that of Keycloak's console.
The secret is shown once, by create and rotate-secret. branding shows the branding; an empty value ('') removes one.

  --server URL   the server, such as https://id.example.com; without it the one started by npm start
  --realm NAME   the realm; required with --server, otherwise linkgate
  --json         the result as JSON
  --help         this text

Environment:
${CREDENTIALS_HELP}
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

Exit code: 0 done, 1 it failed, 2 wrong usage.
`;

const OPTIONS = {
  ...REALM_OPTIONS,
  'redirect-uri': { type: 'string', multiple: true },
  'web-origin': { type: 'string', multiple: true },
  name: { type: 'string' },
  public: { type: 'boolean' },
  machine: { type: 'boolean' },
  approved: { type: 'boolean' },
  version: { type: 'string' },
  permanently: { type: 'boolean' },
  logo: { type: 'string' },
  'primary-color': { type: 'string' },
  'background-color': { type: 'string' },
  text: { type: 'string' },
  subject: { type: 'string' },
  'sender-name': { type: 'string' },
} as const;

/** Each action with its specific options. */
const ACTIONS = {
  list: [],
  show: [],
  create: ['redirect-uri', 'web-origin', 'name', 'public', 'machine', 'approved'],
  approve: ['version'],
  reject: [],
  delete: ['permanently'],
  'rotate-secret': [],
  'revoke-links': [],
  'second-factor': [],
  branding: ['logo', 'primary-color', 'background-color', 'text', 'subject', 'sender-name'],
} as const satisfies Record<string, readonly (keyof typeof OPTIONS)[]>;

await command(async () => {
  const { values, positionals } = readArguments(OPTIONS);
  const [action, ...words] = positionals;
  if (values.help) return void process.stdout.write(HELP);
  if (!isAction(action))
    throw new WrongUsage(`${action ?? 'no action'}: use one of ${Object.keys(ACTIONS).join(', ')}`);
  const allowed: readonly string[] = [...Object.keys(REALM_OPTIONS), ...ACTIONS[action]];
  const unsupported = Object.keys(values).find((name) => !allowed.includes(name));
  if (unsupported !== undefined) throw new WrongUsage(`--${unsupported}: not an option of ${action}`);
  if (action === 'list' && words.length > 0) throw new WrongUsage(`${words.join(' ')}: not expected`);
  const [mode] = action === 'second-factor' ? words.splice(1, 1) : [];
  const clientId = action === 'list' ? '' : singleArgument(words, 'client id');

  const admin = await connectRealm(values, process.env);
  const { result, text } = await {
    list: () => listClients(admin),
    show: () => getClient(admin, clientId),
    create: () => createClient(admin, clientId, values),
    approve: () => approveClient(admin, clientId, values.version),
    reject: () => rejectClient(admin, clientId),
    delete: () => deleteClient(admin, clientId, { permanently: values.permanently === true }),
    'rotate-secret': () => rotateSecret(admin, clientId),
    'revoke-links': () => revokeLinks(admin, clientId),
    'second-factor': () => updateSecondFactor(admin, clientId, mode),
    branding: () => updateBranding(admin, clientId, values),
  }[action]();
  printResult(values.json, result, text);
});

function isAction(word: string | undefined): word is keyof typeof ACTIONS {
  return word !== undefined && Object.hasOwn(ACTIONS, word);
}
