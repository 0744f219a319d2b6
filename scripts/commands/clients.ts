/** `npm run linkgate -- clients`: manages a realm's clients, as a developer portal does. */

import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectRealm } from '../admin/installation.ts';
import { type Actions, CHANGE_OPTIONS, commonHelp, readAction } from '../cli/arguments.ts';
import { exitCodesHelp } from '../cli/exit-code.ts';
import { updateApiScopes } from '../clients/api-scopes.ts';
import {
  approveClient,
  deleteClient,
  rejectClient,
  reopenClient,
  suspendClient,
} from '../clients/approval.ts';
import { updateBranding } from '../clients/branding.ts';
import { createClient } from '../clients/create.ts';
import { revokeLinks } from '../clients/links.ts';
import { updateRefreshTokens } from '../clients/refresh-tokens.ts';
import { updateSecondFactor } from '../clients/second-factor.ts';
import { rotateSecret } from '../clients/secret.ts';
import { getClient, listClients } from '../clients/show.ts';
import { updateUrls } from '../clients/urls.ts';
import { carryOut } from '../seed/plan.ts';
import { command } from './command.ts';

const OPTIONS = {
  ...CHANGE_OPTIONS,
  'redirect-uri': { type: 'string', multiple: true },
  'web-origin': { type: 'string', multiple: true },
  name: { type: 'string' },
  public: { type: 'boolean' },
  machine: { type: 'boolean' },
  approved: { type: 'boolean' },
  version: { type: 'string' },
  permanently: { type: 'boolean' },
  'home-url': { type: 'string' },
  'initiate-login-uri': { type: 'string' },
  allow: { type: 'string', multiple: true },
  disallow: { type: 'string', multiple: true },
  logo: { type: 'string' },
  'logo-file': { type: 'string' },
  'primary-color': { type: 'string' },
  'background-color': { type: 'string' },
  text: { type: 'string' },
  subject: { type: 'string' },
  'sender-name': { type: 'string' },
  language: { type: 'string' },
} as const;

const HELP = `Administers the clients (relying parties) of a realm.

  npm run linkgate -- clients list
  npm run linkgate -- clients show <client id>
  npm run linkgate -- clients create <client id> --redirect-uri URI... [--public | --machine] [--name TEXT] [--web-origin ORIGIN]... [--approved] [--apply]
  npm run linkgate -- clients approve <client id> --version VERSION [--apply]
  npm run linkgate -- clients reject <client id> [--apply]
  npm run linkgate -- clients suspend <client id> [--apply]
  npm run linkgate -- clients reopen <client id> [--apply]
  npm run linkgate -- clients delete <client id> [--permanently] [--apply]
  npm run linkgate -- clients rotate-secret <client id> [--apply]
  npm run linkgate -- clients revoke-links <client id> [--apply]
  npm run linkgate -- clients second-factor <client id> [none | on-request | always] [--apply]
  npm run linkgate -- clients refresh-tokens <client id> [off | session | DAYS] [--apply]
  npm run linkgate -- clients urls <client id> [--home-url URL] [--initiate-login-uri URI] [--apply]
  npm run linkgate -- clients api-scopes <client id> [--allow SCOPE]... [--disallow SCOPE]... [--apply]
  npm run linkgate -- clients branding <client id> [--logo URL | --logo-file FILE] [--primary-color C] [--background-color C] [--text T] [--subject T] [--sender-name T] [--language TAG] [--apply]

A new client is pending until it is approved (--approved does both). The states are pending, approved, suspended, rejected and deleted
(contract 3.3, in docs/contract.md); an approved client can't be rejected, only suspended or deleted; approve also ends a suspension,
and reopen makes a rejected one pending. A rejected or deleted client stays on record, fails
authentication as an unknown one, and can be approved again; --permanently removes it with its consents and links.
approve approves a reviewed version: a client that registered itself may change in the meantime. --version is the version that show
prints; if the client has changed since, or without --version, the client is shown again and nothing is approved.
revoke-links revokes the open links that were returned to a backend (contract 4.14), such as one whose secret has leaked; without
--apply it says how many there are.
second-factor sets whether users need a second factor: never, if the request asks for level 2 (acr_values), or always; without a value
it shows the setting. That of linkgate-admin is also that of Keycloak's console.
refresh-tokens sets how long users stay signed in: not at all, while their session lasts, or for some days. urls sets where invited
users arrive; an empty value ('') removes one. Each shows what is set, without a value. A client's other settings, such as
those that replace the sign-in step's, are set by the command settings.
The secret is shown once, by create and rotate-secret. branding shows the branding; an empty value ('') removes one;
--logo-file uploads a PNG, JPEG, WebP or GIF picture; --language sets text and subject for one language, such as de.

${commonHelp(OPTIONS, 15)}

Environment:
${CREDENTIALS_HELP}
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

${exitCodesHelp()}
`;

/** The actions with what they take. */
const ACTIONS = {
  list: {},
  show: { words: ['client id'] },
  create: {
    changes: true,
    words: ['client id'],
    options: ['redirect-uri', 'web-origin', 'name', 'public', 'machine', 'approved'],
  },
  approve: { changes: true, words: ['client id'], options: ['version'] },
  reject: { changes: true, words: ['client id'] },
  suspend: { changes: true, words: ['client id'] },
  reopen: { changes: true, words: ['client id'] },
  delete: { changes: true, words: ['client id'], options: ['permanently'] },
  'rotate-secret': { changes: true, words: ['client id'] },
  'revoke-links': { changes: true, words: ['client id'] },
  'second-factor': { changes: true, words: ['client id', 'mode?'] },
  'refresh-tokens': { changes: true, words: ['client id', 'tokens?'] },
  urls: { changes: true, words: ['client id'], options: ['home-url', 'initiate-login-uri'] },
  'api-scopes': { changes: true, words: ['client id'], options: ['allow', 'disallow'] },
  branding: {
    changes: true,
    words: ['client id'],
    options: [
      'logo',
      'logo-file',
      'primary-color',
      'background-color',
      'text',
      'subject',
      'sender-name',
      'language',
    ],
  },
} as const satisfies Actions<keyof typeof OPTIONS>;

await command(async () => {
  const { values, words, action } = readAction(OPTIONS, ACTIONS);
  if (action === undefined) return void process.stdout.write(HELP);
  const [clientId = '', word] = words;
  const admin = await connectRealm(values, process.env);
  const outcome = await {
    list: () => listClients(admin),
    show: () => getClient(admin, clientId),
    create: () => createClient(admin, clientId, values),
    approve: () => approveClient(admin, clientId, values.version),
    reject: () => rejectClient(admin, clientId),
    suspend: () => suspendClient(admin, clientId),
    reopen: () => reopenClient(admin, clientId),
    delete: () => deleteClient(admin, clientId, { permanently: values.permanently === true }),
    'rotate-secret': () => rotateSecret(admin, clientId),
    'revoke-links': () => revokeLinks(admin, clientId),
    'second-factor': () => updateSecondFactor(admin, clientId, word),
    'refresh-tokens': () => updateRefreshTokens(admin, clientId, word),
    urls: () => updateUrls(admin, clientId, values),
    'api-scopes': () => updateApiScopes(admin, clientId, values),
    branding: () => updateBranding(admin, clientId, values),
  }[action]();
  await carryOut(outcome, values);
});
