/** `npm run linkgate -- referrals`: creates, lists and revokes the codes that let users in while sign-up is closed. */

import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectRealm } from '../admin/installation.ts';
import { createReferral, listReferrals, type Referral, revokeReferral } from '../admin/referrals.ts';
import { REALM_OPTIONS, readArguments, singleArgument, wholeNumber } from '../cli/arguments.ts';
import { printResult } from '../cli/output.ts';
import { table } from '../cli/table.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { Failure } from '../failure.ts';
import { command } from './command.ts';

const HELP = `Administers the referral codes of a realm, which let new users in while sign-up is closed.

  npm run linkgate -- referrals create [--max-uses N] [--expires-in-days N] [--client ID]
  npm run linkgate -- referrals list
  npm run linkgate -- referrals revoke <id>

  --max-uses N          how many accounts it can create; 1 by default
  --expires-in-days N   it expires after that; never by default
  --client ID           valid for this client only; for all by default
  --server URL          the server, such as https://id.example.com; without it the one started by npm start
  --realm NAME          the realm; required with --server, otherwise linkgate
  --json                the result as JSON
  --help                this text

A code is shown once, when it is created: the server keeps only its hash. list shows the ids. Accounts created with a code stay.

Environment:
${CREDENTIALS_HELP}
  REFERRAL_CODE                                            create uses this code instead of a random one
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

Exit code: 0 done, 1 it failed, 2 wrong usage.
`;

const SECONDS_PER_DAY = 86_400;
const HEADINGS = ['id', 'uses', 'ends', 'client'];

await command(async () => {
  const { values, positionals } = readArguments({
    ...REALM_OPTIONS,
    'max-uses': { type: 'string' },
    'expires-in-days': { type: 'string' },
    client: { type: 'string' },
  });
  const [action, ...words] = positionals;
  if (values.help) return void process.stdout.write(HELP);
  if (action !== 'create' && action !== 'list' && action !== 'revoke')
    throw new WrongUsage(`${action ?? 'no action'}: use one of create, list, revoke`);
  if (action !== 'revoke' && words.length > 0) throw new WrongUsage(`${words.join(' ')}: not expected`);
  const maxUses = wholeNumber('max-uses', values['max-uses']);
  const days = wholeNumber('expires-in-days', values['expires-in-days']);
  if (action !== 'create' && (maxUses ?? days ?? values.client) !== undefined)
    throw new WrongUsage(`--max-uses, --expires-in-days, --client: not options of ${action}`);
  const id = action === 'revoke' ? singleArgument(words, 'id') : '';

  const admin = await connectRealm(values, process.env);
  if (action === 'list') {
    const referrals = await listReferrals(admin);
    return printResult(values.json, referrals, table(HEADINGS, referrals.map(row)));
  }
  if (action === 'revoke') {
    await revokeReferral(admin, id);
    return printResult(values.json, { id, revoked: true }, `referral ${id}: revoked`);
  }
  const created = await createReferral(admin, {
    ...(process.env.REFERRAL_CODE && { code: process.env.REFERRAL_CODE }),
    ...(maxUses !== undefined && { max_uses: maxUses }),
    ...(days !== undefined && { expires_at: Math.floor(Date.now() / 1000) + days * SECONDS_PER_DAY }),
    ...(values.client !== undefined && { client_id: values.client }),
  });
  if (created === 'exists') throw new Failure(`REFERRAL_CODE: already exists in realm ${admin.realm}`);
  const text = `${table(HEADINGS, [row(created)])}\nthe code, shown only once:\n${created.code}`;
  printResult(values.json, created, text);
});

function row({ id, uses, max_uses, expires_at, client_id }: Referral): string[] {
  const end = expires_at === null ? 'never' : new Date(expires_at * 1000).toISOString();
  return [id, `${uses} of ${max_uses}`, end, client_id ?? 'all'];
}
