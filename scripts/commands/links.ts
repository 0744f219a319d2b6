/** `npm run linkgate -- links`: sign-in links requested as by a backend, one or for a list of users; listed and revoked. */

import path from 'node:path';
import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectCaller } from '../admin/installation.ts';
import {
  type CreatedLink,
  countOpen,
  createLink,
  type LinkOwner,
  listLinks,
  type OpenLink,
  revokeLink,
  revokeLinks,
} from '../admin/links.ts';
import { type Actions, CHANGE_OPTIONS, commonHelp, readAction, wholeNumber } from '../cli/arguments.ts';
import { counted } from '../cli/count.ts';
import { exitCodesHelp } from '../cli/exit-code.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { planChange, planSend, readUserList, showBatches } from '../links/lists.ts';
import { creation, fieldChange } from '../seed/change.ts';
import { carryOut, type Outcome } from '../seed/plan.ts';
import { command } from './command.ts';

const OPTIONS = {
  ...CHANGE_OPTIONS,
  email: { type: 'string' },
  username: { type: 'string' },
  'user-id': { type: 'string' },
  client: { type: 'string' },
  'redirect-uri': { type: 'string' },
  delivery: { type: 'string' },
  lifetime: { type: 'string' },
  scope: { type: 'string' },
  state: { type: 'string' },
  nonce: { type: 'string' },
  'code-challenge': { type: 'string' },
  'code-challenge-method': { type: 'string' },
  'login-hint': { type: 'string' },
  'acr-values': { type: 'string' },
  'ui-locales': { type: 'string' },
  template: { type: 'string' },
  list: { type: 'string' },
  create: { type: 'boolean' },
  batch: { type: 'string' },
} as const;

const HELP = `Requests a sign-in link as a backend does: for support desks, onboarding and tests of relying parties (contract 4.14, in
docs/contract.md), one or for a list of users; lists and revokes open links. Off unless the realm's attribute linkgate.backend-links is true.

  npm run linkgate -- links create --email ADDRESS --client ID [--redirect-uri URI] [--delivery email|return] [--lifetime SECONDS] [--apply]
  npm run linkgate -- links send --list FILE --client ID [--redirect-uri URI] [--template NAME] [--apply]
  npm run linkgate -- links batches
  npm run linkgate -- links stop <list's id> [--apply]
  npm run linkgate -- links start <list's id> [--apply]
  npm run linkgate -- links list --user-id ID | --client ID | --batch ID
  npm run linkgate -- links revoke <link id> [--apply]
  npm run linkgate -- links revoke --user-id ID | --client ID | --batch ID [--apply]

send emails a link to each user of a list, in a stock realm: CSV in UTF-8 whose heading names the columns email, username or user_id,
and ui_locales; any other column is a value of the template. All lines are validated first: if one is invalid, nobody is emailed.
Emails are sent in the background; stop and start interrupt that, batches shows how far it is.

  --email ADDRESS               whom it signs in; in a stock realm --username or --user-id instead, if you like
  --client ID                   where to; in a Linkgate realm an approved client, in a stock realm one whose flow has the step
  --redirect-uri URI            registered for that client; in a stock realm its start or home page by default
  --delivery email|return        to the address (the default), or printed here: at the client, anyone with that link is that user
  --lifetime SECONDS            60 to 86400; in a stock realm up to 2592000, with a role of its own; the step's or client's by default
  --scope, --state, --nonce     of the authorization request
  --code-challenge, --code-challenge-method
                                PKCE, for a client without a secret; else the link leads to its linkgate.initiate-login-uri
  --login-hint, --acr-values    in a stock realm
  --ui-locales TAGS             languages of email and pages
  --template NAME               in a stock realm: an email of the realm's own theme
  --list FILE                   the users (send)
  --create                      creates accounts for addresses that have none, if the step's sign-up is open (send)
  --batch ID                    a list's links, in any state (list), or all that can be revoked of it
${commonHelp(OPTIONS, 30)}

A link that is printed is impersonation: it needs Keycloak's role impersonation, or the realm's role linkgate-links for an
account that administers nothing. It proves no address, and works once. Without --apply only the request is shown: the server
validates it when it is applied.

Environment:
${CREDENTIALS_HELP}
  REFERRAL_CODE                                            lets a new account in while sign-up is closed
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

${exitCodesHelp()}
`;

/** Forwarded to the server unchanged. */
const PARAMETERS = [
  'email',
  'username',
  'user-id',
  'redirect-uri',
  'delivery',
  'scope',
  'state',
  'nonce',
  'code-challenge',
  'code-challenge-method',
  'login-hint',
  'acr-values',
  'ui-locales',
  'template',
] as const;

/** Those of a list, which all its users share. */
const SHARED = PARAMETERS.filter(
  (name) => name !== 'email' && name !== 'username' && name !== 'user-id' && name !== 'delivery',
);

const OWNERS = ['user-id', 'client', 'batch'] as const;

const ACTIONS = {
  create: { changes: true, options: ['client', 'lifetime', ...PARAMETERS], required: ['client'] },
  send: {
    changes: true,
    options: ['list', 'client', 'lifetime', 'create', ...SHARED],
    required: ['list', 'client'],
  },
  batches: {},
  stop: { changes: true, words: ["list's id"] },
  start: { changes: true, words: ["list's id"] },
  list: { options: OWNERS },
  revoke: { changes: true, words: ['link id?'], options: OWNERS },
} as const satisfies Actions<keyof typeof OPTIONS>;

type Values = Readonly<Partial<Record<keyof typeof OPTIONS, string | boolean | undefined>>>;

await command(async () => {
  const { values, words, action } = readAction(OPTIONS, ACTIONS);
  if (action === undefined) return void process.stdout.write(HELP);
  if (action === 'create') return await create(values);
  if (action === 'send') return await send(values);
  const [id] = words;
  if (action === 'batches')
    return await carryOut(await showBatches(await connectCaller(values, process.env)), values);
  if (action === 'stop' || action === 'start')
    return await carryOut(planChange(await connectCaller(values, process.env), id ?? '', action), values);
  const owner = id === undefined ? ownerOf(values) : undefined;
  if (id !== undefined && OWNERS.some((name) => values[name] !== undefined))
    throw new WrongUsage('a link id, --user-id, --client, --batch: use one of them');
  const admin = await connectCaller(values, process.env);
  if (action === 'list') return await carryOut(listed(await listLinks(admin, owner as LinkOwner)), values);
  await carryOut(
    {
      preview: async () => {
        const open =
          id === undefined ? await revokeLinks(admin, owner as LinkOwner, true) : await countOpen(admin, id);
        return { changes: fieldChange(admin.realm, nameOf(id, owner), 'open links', open, 0) };
      },
      apply: async () => {
        const revoked =
          id === undefined ? await revokeLinks(admin, owner as LinkOwner) : await revokeLink(admin, id);
        return { result: { revoked }, text: `${countText(revoked)} revoked` };
      },
    },
    values,
  );
});

/** What is revoked, as a change names it. */
function nameOf(id: string | undefined, owner: LinkOwner | undefined): string {
  if (owner === undefined) return `link ${id}`;
  if ('batch' in owner) return `list ${owner.batch}`;
  return 'user_id' in owner ? `user ${owner.user_id}` : `client ${owner.client_id}`;
}

function countText(count: number): string {
  return counted(count, 'link');
}

/** Whose links, for which client, or of which list: one of them. */
function ownerOf(values: Values): LinkOwner {
  const given = OWNERS.filter((name) => values[name] !== undefined);
  const [name] = given;
  if (name === undefined || given.length > 1) throw new WrongUsage('use one of --user-id, --client, --batch');
  const value = String(values[name]);
  if (name === 'batch') return { batch: value };
  return name === 'client' ? { client_id: value } : { user_id: value };
}

function listed(links: readonly OpenLink[]): Outcome {
  const line = ({ id, client_id, email, user_id, state, failure, ...link }: OpenLink) =>
    `${id}  ${client_id}  ${email ?? user_id ?? ''}  ${failure === null ? state : `${state} (${failure})`}, ${link.requested_by}, ${link.delivery}, until ${new Date(link.expires_at * 1000).toISOString()}`;
  return { result: { links }, text: links.length === 0 ? 'no links' : links.map(line).join('\n') };
}

/** The parameters that are given, as the server names them, and the lifetime. */
function given(values: Values, names: readonly (keyof Values)[]): Record<string, string | number> {
  const lifetime = wholeNumber('lifetime', values.lifetime as string | undefined);
  return {
    ...(lifetime !== undefined && { lifetime }),
    ...Object.fromEntries(
      names.flatMap((name) => {
        const value = values[name];
        return value === undefined ? [] : [[name.replaceAll('-', '_'), String(value)]];
      }),
    ),
  };
}

async function send(values: Values): Promise<void> {
  const file = String(values.list);
  const list = await readUserList(file);
  const { client, create: creates } = values;
  const shared = {
    client_id: String(client),
    ...given(values, SHARED),
    ...(creates === true && { create: true }),
  };
  const admin = await connectCaller(values as never, process.env);
  await carryOut(planSend(admin, path.basename(file), list, shared), values as never);
}

async function create(values: Values): Promise<void> {
  const { client, email, username, 'user-id': userId } = values;
  if (email === undefined && username === undefined && userId === undefined)
    throw new WrongUsage('--email: missing');
  const request = { client_id: String(client), ...given(values, PARAMETERS) };
  const admin = await connectCaller(values as never, process.env);
  await carryOut(
    {
      preview: async () => {
        const shown = { ...request, delivery: values.delivery ?? 'email' };
        const recipient = email ?? username ?? userId;
        return { changes: creation(admin.realm, `link for ${String(recipient)}`, shown) };
      },
      apply: async () => {
        const code = process.env.REFERRAL_CODE;
        const created = await createLink(admin, { ...request, ...(code && { referral_code: code }) });
        return { result: created, text: textOf(created) };
      },
    },
    values as never,
  );
}

function textOf({ id, email, expires_in, link }: CreatedLink): string {
  const validity = `valid once, for ${expires_in} seconds`;
  if (link === undefined) return `link ${id}: on its way to ${email}, ${validity}`;
  return `link ${id}: ${validity}; anyone who has it can sign in as ${email ?? 'the user'}\n${link}`;
}
