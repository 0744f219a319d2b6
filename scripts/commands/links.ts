/** `npm run linkgate -- links`: sign-in links requested as by a backend, emailed or returned; open links listed and revoked. */

import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectCaller } from '../admin/installation.ts';
import {
  type CreatedLink,
  countOpen,
  createLink,
  type LinkOwner,
  listOpenLinks,
  type OpenLink,
  revokeLink,
  revokeLinks,
} from '../admin/links.ts';
import { type Actions, CHANGE_OPTIONS, commonHelp, readAction, wholeNumber } from '../cli/arguments.ts';
import { exitCodesHelp } from '../cli/exit-code.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
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
} as const;

const HELP = `Requests a sign-in link as a backend does: for support desks, onboarding and tests of relying parties (contract 4.14, in
docs/contract.md); lists and revokes open links. Off unless the realm's attribute linkgate.backend-links is true.

  npm run linkgate -- links create --email ADDRESS --client ID [--redirect-uri URI] [--delivery email|return] [--lifetime SECONDS] [--apply]
  npm run linkgate -- links list --user-id ID | --client ID
  npm run linkgate -- links revoke <link id> [--apply]
  npm run linkgate -- links revoke --user-id ID | --client ID [--apply]

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

const OWNERS = ['user-id', 'client'] as const;

const ACTIONS = {
  create: { changes: true, options: ['client', 'lifetime', ...PARAMETERS], required: ['client'] },
  list: { options: OWNERS },
  revoke: { changes: true, words: ['link id?'], options: OWNERS },
} as const satisfies Actions<keyof typeof OPTIONS>;

type Values = Readonly<Partial<Record<keyof typeof OPTIONS, string | boolean | undefined>>>;

await command(async () => {
  const { values, words, action } = readAction(OPTIONS, ACTIONS);
  if (action === undefined) return void process.stdout.write(HELP);
  if (action === 'create') return await create(values);
  const [id] = words;
  const owner = id === undefined ? ownerOf(values) : undefined;
  if (id !== undefined && OWNERS.some((name) => values[name] !== undefined))
    throw new WrongUsage('a link id, --user-id, --client: use one of them');
  const admin = await connectCaller(values, process.env);
  if (action === 'list')
    return await carryOut(listed(await listOpenLinks(admin, owner as LinkOwner)), values);
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
  return 'user_id' in owner ? `user ${owner.user_id}` : `client ${owner.client_id}`;
}

function countText(count: number): string {
  return count === 1 ? '1 link' : `${count} links`;
}

/** Whose links, or for which client: one of them. */
function ownerOf(values: Values): LinkOwner {
  const { 'user-id': userId, client } = values;
  if ((userId === undefined) === (client === undefined))
    throw new WrongUsage('use one of --user-id, --client');
  return userId === undefined ? { client_id: String(client) } : { user_id: String(userId) };
}

function listed(links: readonly OpenLink[]): Outcome {
  const line = ({ id, client_id, email, user_id, requested_by, delivery, expires_at }: OpenLink) =>
    `${id}  ${client_id}  ${email ?? user_id ?? ''}  ${requested_by}, ${delivery}, until ${new Date(expires_at * 1000).toISOString()}`;
  return { result: { links }, text: links.length === 0 ? 'no open links' : links.map(line).join('\n') };
}

async function create(values: Values): Promise<void> {
  const lifetime = wholeNumber('lifetime', values.lifetime as string | undefined);
  const { client, email, username, 'user-id': userId } = values;
  if (email === undefined && username === undefined && userId === undefined)
    throw new WrongUsage('--email: missing');
  const request = {
    client_id: String(client),
    ...(lifetime !== undefined && { lifetime }),
    ...Object.fromEntries(
      PARAMETERS.flatMap((name) => {
        const value = values[name];
        return value === undefined ? [] : [[name.replaceAll('-', '_'), String(value)]];
      }),
    ),
  };
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
