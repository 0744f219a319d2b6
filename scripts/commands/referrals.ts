/** `npm run linkgate -- referrals`: creates, lists and revokes the codes that let users in while sign-up is closed. */

import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { connectRealm } from '../admin/installation.ts';
import { createReferral, listReferrals, type Referral, revokeReferral } from '../admin/referrals.ts';
import { type Actions, CHANGE_OPTIONS, commonHelp, readAction, wholeNumber } from '../cli/arguments.ts';
import { exitCodesHelp } from '../cli/exit-code.ts';
import { table } from '../cli/table.ts';
import { Failure } from '../failure.ts';
import { creation, objectChange } from '../seed/change.ts';
import { carryOut, type Outcome, type Plan } from '../seed/plan.ts';
import { command } from './command.ts';

const OPTIONS = {
  ...CHANGE_OPTIONS,
  'max-uses': { type: 'string' },
  'expires-in-days': { type: 'string' },
  client: { type: 'string' },
} as const;

const HELP = `Administers the referral codes of a realm, which let new users in while sign-up is closed.

  npm run linkgate -- referrals create [--max-uses N] [--expires-in-days N] [--client ID] [--apply]
  npm run linkgate -- referrals list
  npm run linkgate -- referrals revoke <id> [--apply]

  --max-uses N          how many accounts it can create; 1 by default
  --expires-in-days N   it expires after that; never by default
  --client ID           valid for this client only; for any by default
${commonHelp(OPTIONS, 22)}

A code is shown once, when it is created: the server keeps only its hash. list shows the ids. Accounts created with a code stay.

Environment:
${CREDENTIALS_HELP}
  REFERRAL_CODE                                            create uses this code instead of a random one
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

${exitCodesHelp()}
`;

const SECONDS_PER_DAY = 86_400;
const HEADINGS = ['id', 'uses', 'expires', 'client'];

const ACTIONS = {
  create: { changes: true, options: ['max-uses', 'expires-in-days', 'client'] },
  list: {},
  revoke: { changes: true, words: ['id'] },
} as const satisfies Actions<keyof typeof OPTIONS>;

await command(async () => {
  const { values, words, action } = readAction(OPTIONS, ACTIONS);
  if (action === undefined) return void process.stdout.write(HELP);
  const maxUses = wholeNumber('max-uses', values['max-uses']);
  const days = wholeNumber('expires-in-days', values['expires-in-days']);
  const [id = ''] = words;
  const admin = await connectRealm(values, process.env);
  const { realm } = admin;

  const list = async (): Promise<Outcome> => {
    const referrals = await listReferrals(admin);
    return { result: referrals, text: table(HEADINGS, referrals.map(row)) };
  };

  const create = (): Plan => {
    const referral = {
      ...(process.env.REFERRAL_CODE && { code: process.env.REFERRAL_CODE }),
      ...(maxUses !== undefined && { max_uses: maxUses }),
      ...(days !== undefined && { expires_at: Math.floor(Date.now() / 1000) + days * SECONDS_PER_DAY }),
      ...(values.client !== undefined && { client_id: values.client }),
    };
    const request = async (isDryRun: boolean): Promise<Referral> => {
      const created = await createReferral(admin, { ...referral, ...(isDryRun && { dry_run: true }) });
      if (created === 'exists') throw new Failure(`REFERRAL_CODE: already exists in realm ${realm}`);
      return created;
    };
    return {
      preview: async () => {
        const { max_uses, expires_at, client_id } = await request(true);
        const fields = { max_uses, expires: expiryOf(expires_at), client: client_id ?? 'any' };
        return { changes: creation(realm, 'referral code', fields) };
      },
      apply: async () => {
        const created = await request(false);
        const text = `${table(HEADINGS, [row(created)])}\nthe code, shown only once:\n${created.code}`;
        return { result: created, text };
      },
    };
  };

  const revoke = (): Plan => ({
    preview: async () => {
      const found = (await listReferrals(admin)).find((one) => one.id === id);
      if (found === undefined)
        throw new Failure(`referral ${id}: not in realm ${realm}; the command list shows the ids`);
      const note = `uses so far: ${found.uses} of ${found.max_uses}; accounts created with it stay`;
      return { changes: [objectChange(realm, `referral code ${id}`, 'removed')], notes: [note] };
    },
    apply: async () => {
      await revokeReferral(admin, id);
      return { result: { id, revoked: true }, text: `referral ${id}: revoked` };
    },
  });

  await carryOut(await { list, create, revoke }[action](), values);
});

function row({ id, uses, max_uses, expires_at, client_id }: Referral): string[] {
  return [id, `${uses} of ${max_uses}`, expiryOf(expires_at), client_id ?? 'any'];
}

function expiryOf(seconds: number | null): string {
  return seconds === null ? 'never' : new Date(seconds * 1000).toISOString();
}
