/** `npm run linkgate -- links`: a sign-in link requested as by a backend, emailed or returned. */

import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectCaller } from '../admin/installation.ts';
import { type CreatedLink, createLink } from '../admin/links.ts';
import { type Actions, CHANGE_OPTIONS, commonHelp, readAction, wholeNumber } from '../cli/arguments.ts';
import { exitCodesHelp } from '../cli/exit-code.ts';
import { creation } from '../seed/change.ts';
import { carryOut } from '../seed/plan.ts';
import { command } from './command.ts';

const OPTIONS = {
  ...CHANGE_OPTIONS,
  email: { type: 'string' },
  client: { type: 'string' },
  'redirect-uri': { type: 'string' },
  delivery: { type: 'string' },
  lifetime: { type: 'string' },
  scope: { type: 'string' },
  state: { type: 'string' },
  nonce: { type: 'string' },
  'code-challenge': { type: 'string' },
  'code-challenge-method': { type: 'string' },
  'ui-locales': { type: 'string' },
} as const;

const HELP = `Requests a sign-in link as a backend does: for support desks, onboarding and tests of relying parties (contract 4.14, in
docs/contract.md). Only in a Linkgate realm; off unless its attribute linkgate.backend-links is true.

  npm run linkgate -- links create --email ADDRESS --client ID --redirect-uri URI [--delivery email|return] [--lifetime SECONDS] [--apply]

  --email ADDRESS               whom it signs in
  --client ID                   where to; an approved client
  --redirect-uri URI            registered for that client
  --delivery email|return        to the address (the default), or printed here: at the client, anyone with that link is that user
  --lifetime SECONDS            60 to 86400; the client's own by default
  --scope, --state, --nonce     of the authorization request
  --code-challenge, --code-challenge-method
                                PKCE, for a client without a secret; else the link leads to its linkgate.initiate-login-uri
  --ui-locales TAGS             languages of email and pages
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
  'delivery',
  'scope',
  'state',
  'nonce',
  'code-challenge',
  'code-challenge-method',
  'ui-locales',
] as const;

const REQUIRED = ['email', 'client', 'redirect-uri'] as const;

const ACTIONS = {
  create: { changes: true, options: [...REQUIRED, 'lifetime', ...PARAMETERS], required: REQUIRED },
} as const satisfies Actions<keyof typeof OPTIONS>;

await command(async () => {
  const { values, action } = readAction(OPTIONS, ACTIONS);
  if (action === undefined) return void process.stdout.write(HELP);
  const lifetime = wholeNumber('lifetime', values.lifetime);
  const { email = '', client = '', 'redirect-uri': redirectUri = '' } = values;
  const request = {
    email,
    client_id: client,
    redirect_uri: redirectUri,
    ...(lifetime !== undefined && { lifetime }),
    ...Object.fromEntries(
      PARAMETERS.flatMap((name) => {
        const value = values[name];
        return value === undefined ? [] : [[name.replaceAll('-', '_'), value]];
      }),
    ),
  };
  const admin = await connectCaller(values, process.env);
  await carryOut(
    {
      preview: async () => {
        const { email: recipient, ...fields } = request;
        const shown = { ...fields, delivery: values.delivery ?? 'email' };
        return { changes: creation(admin.realm, `link for ${recipient}`, shown) };
      },
      apply: async () => {
        const code = process.env.REFERRAL_CODE;
        const created = await createLink(admin, { ...request, ...(code && { referral_code: code }) });
        return { result: created, text: textOf(created) };
      },
    },
    values,
  );
});

function textOf({ id, email, expires_in, link }: CreatedLink): string {
  const validity = `valid once, for ${expires_in} seconds`;
  if (link === undefined) return `link ${id}: on its way to ${email}, ${validity}`;
  return `link ${id}: ${validity}; anyone who has it can sign in as ${email}\n${link}`;
}
