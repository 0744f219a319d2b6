/** `npm run linkgate -- links`: a sign-in link requested as by a backend, emailed or returned. */

import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectCaller } from '../admin/installation.ts';
import { type CreatedLink, createLink } from '../admin/links.ts';
import { REALM_OPTIONS, readArguments, wholeNumber } from '../cli/arguments.ts';
import { printResult } from '../cli/output.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { command } from './command.ts';

const HELP = `Requests a sign-in link as a backend does: for support desks, onboarding and tests of relying parties (contract 4.14, in
docs/contract.md). Only in a Linkgate realm; off unless its attribute linkgate.backend-links is true.

  npm run linkgate -- links create --email ADDRESS --client ID --redirect-uri URI [--delivery email|return] [--lifetime SECONDS]

  --email ADDRESS               whom it signs in
  --client ID                   where to; an approved client
  --redirect-uri URI            registered for that client
  --delivery email|return        to the address (the default), or printed here: at the client, anyone with that link is that user
  --lifetime SECONDS            60 to 86400; the client's own by default
  --scope, --state, --nonce     of the authorization request
  --code-challenge, --code-challenge-method
                                PKCE, for a client without a secret; else the link leads to its linkgate.initiate-login-uri
  --ui-locales TAGS             languages of email and pages
  --server URL                  the server, such as https://id.example.com; without it the one started by npm start
  --realm NAME                  the realm; required with --server, otherwise linkgate
  --json                        the result as JSON
  --help                        this text

A link that is printed is impersonation: it needs Keycloak's role impersonation, or the realm's role linkgate-links for an
account that administers nothing. It proves no address, and works once.

Environment:
${CREDENTIALS_HELP}
  REFERRAL_CODE                                            lets a new account in while sign-up is closed
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

Exit code: 0 done, 1 it failed, 2 wrong usage.
`;

const OPTIONS = {
  ...REALM_OPTIONS,
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

await command(async () => {
  const { values, positionals } = readArguments(OPTIONS);
  const [action, ...words] = positionals;
  if (values.help) return void process.stdout.write(HELP);
  if (action !== 'create') throw new WrongUsage(`${action ?? 'no action'}: use create`);
  if (words.length > 0) throw new WrongUsage(`${words.join(' ')}: not expected`);
  const required = (name: 'email' | 'client' | 'redirect-uri'): string => {
    const value = values[name];
    if (value === undefined) throw new WrongUsage(`--${name}: missing`);
    return value;
  };
  const lifetime = wholeNumber('lifetime', values.lifetime);
  const request = {
    email: required('email'),
    client_id: required('client'),
    redirect_uri: required('redirect-uri'),
    ...(lifetime !== undefined && { lifetime }),
    ...(process.env.REFERRAL_CODE && { referral_code: process.env.REFERRAL_CODE }),
    ...Object.fromEntries(
      PARAMETERS.flatMap((name) => {
        const value = values[name];
        return value === undefined ? [] : [[name.replaceAll('-', '_'), value]];
      }),
    ),
  };
  const created = await createLink(await connectCaller(values, process.env), request);
  printResult(values.json, created, textOf(created));
});

function textOf({ id, email, expires_in, link }: CreatedLink): string {
  const validity = `valid once, for ${expires_in} seconds`;
  if (link === undefined) return `link ${id}: on its way to ${email}, ${validity}`;
  return `link ${id}: ${validity}; anyone who has it can sign in as ${email}\n${link}`;
}
