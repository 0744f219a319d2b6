/** `npm run linkgate -- check-email`: checks the realm's sender by the DNS, and an email that arrived. */
import { readFile } from 'node:fs/promises';
import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { type CheckResult, checkReceivedEmail, checkSender, sendTestEmail } from '../admin/email-check.ts';
import { listEmailRoutes } from '../admin/email-routes.ts';
import { connectRealm } from '../admin/installation.ts';
import { type Actions, CHANGE_OPTIONS, commonHelp, readAction } from '../cli/arguments.ts';
import { EXIT_CODE, exitCodesHelp } from '../cli/exit-code.ts';
import { Failure } from '../failure.ts';
import { creation } from '../seed/change.ts';
import { carryOut, type Outcome, type Plan } from '../seed/plan.ts';
import { command } from './command.ts';

const OPTIONS = { ...CHANGE_OPTIONS, route: { type: 'string' } } as const;

const HELP = `Checks whether receivers trust the realm's emails (docs/email.md).

  npm run linkgate -- check-email sender
  npm run linkgate -- check-email send [--route NAME] [--apply]
  npm run linkgate -- check-email received <file>

  --route NAME          the route that sends the test email; in their order by default
${commonHelp(OPTIONS, 22)}

sender has the server ask the DNS: whether the sender's SPF record includes each route, whether keys for DKIM are published, the policy of
DMARC, whether the sender's domain receives email, and whether links lead to that domain. send sends a test email to the administrator whose
credentials are used. received compares the source of such an email, which a mail program saved, with what was sent: whether its link was
changed, and what the receiving server says. A fault is exit code 1.

Environment:
${CREDENTIALS_HELP}
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

${exitCodesHelp()}
`;

const ACTIONS = {
  sender: {},
  send: { changes: true, options: ['route'] },
  received: { words: ['file'] },
} as const satisfies Actions<keyof typeof OPTIONS>;

/** What the server reads of an email. */
const MAX_BYTES = 200_000;

await command(async () => {
  const { values, words, action } = readAction(OPTIONS, ACTIONS);
  if (action === undefined) return void process.stdout.write(HELP);
  const [file = ''] = words;
  const received = action === 'received' ? await emailIn(file) : '';
  const admin = await connectRealm(values, process.env);
  const { route } = values;
  const send = (): Plan => ({
    preview: async () => {
      const routes = (await listEmailRoutes(admin)) ?? [];
      if (route !== undefined && !routes.some(({ name }) => name === route))
        throw new Failure(`--route: the realm has no route ${route}`);
      return { changes: creation(admin.realm, 'test email', { route: route ?? 'in their order' }) };
    },
    apply: async () => {
      const email = await sendTestEmail(admin, route);
      return { result: { email }, text: `sent to ${email}` };
    },
  });
  const outcome = await {
    sender: async () => shown(await checkSender(admin)),
    send: () => send(),
    received: async () => shown(await checkReceivedEmail(admin, received)),
  }[action]();
  await carryOut(outcome, values);
});

async function emailIn(file: string): Promise<string> {
  const bytes = await readFile(file);
  if (bytes.length > MAX_BYTES) throw new Failure(`${file}: larger than ${MAX_BYTES} bytes`);
  return bytes.toString('utf8');
}

function shown(results: readonly CheckResult[]): Outcome {
  if (results.some(({ state }) => state === 'bad')) process.exitCode = EXIT_CODE.failed;
  const lines = results.map(({ state, message, record }) =>
    [
      `${state.padEnd(8)}${message}`,
      ...(record === undefined || record === null ? [] : [`        ${record}`]),
    ].join('\n'),
  );
  return { result: results, text: lines.join('\n') };
}
