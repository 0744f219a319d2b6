/** `npm run linkgate -- seed`: creates or fixes the declared realms, reports what it changed, and checks the result. */

import { pathToFileURL } from 'node:url';
import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { explainFailure } from '../admin/failure.ts';
import { findInstallation } from '../admin/installation.ts';
import { CHANGE_OPTIONS, commonHelp, readArguments } from '../cli/arguments.ts';
import { EXIT_CODE, exitCodesHelp } from '../cli/exit-code.ts';
import { printProgress, printRun } from '../cli/output.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { reportText } from '../conformance/report.ts';
import { isConformant, type Report } from '../conformance/run.ts';
import { describePrecedence } from '../seed/admin-settings.ts';
import { checkSeededRealm } from '../seed/check.ts';
import { changesText } from '../seed/diff-text.ts';
import { environmentVariables, runVariables, setVariables } from '../seed/installation.ts';
import { seed, withChangesSoFar } from '../seed/seed.ts';
import { command } from './command.ts';

const OPTIONS = {
  ...CHANGE_OPTIONS,
  realm: { type: 'string', multiple: true },
  config: { type: 'string' },
  prune: { type: 'boolean' },
  'no-check': { type: 'boolean' },
} as const;

const HELP = `Creates the realms and clients declared in realm-config/, or fixes what differs in them, then checks the realms
against the contract (docs/contract.md). What isn't declared there (users, consents, sessions, other clients) stays, and so does
what administrators set on Linkgate's pages, such as limits: the result lists it ("kept"). What a file declares overrides the
pages; the result says where. A second run changes nothing.

A realm that was there before Linkgate: a run first reports what stops working there (applications, users, sign-in pages); see it
without --apply. To keep all of it, don't seed that realm: add "Linkgate: magic link step" to one of its flows.

  npm run linkgate -- seed [--server URL] [--realm NAME]... [options] [--apply]

  --config DIR   your own declarations, in the format of realm-config/
  --prune        also removes clients, client scopes and user profile attributes that an earlier run created and that are
                 no longer declared, and what a run reports as kept: mappers of declared client scopes, and key providers that
                 aren't allowed. Without it only those that Keycloak itself puts into a new realm are removed.
  --no-check     skips the conformance check after the changes
${commonHelp(OPTIONS, 15, {
  apply: 'makes the changes; without it nothing is changed, and the run shows what it would do, as a diff',
  realm: 'the realm; may be given more than once; without it all that are declared',
})}

Environment, which takes precedence over what npm start recorded:
${CREDENTIALS_HELP}
  DEMO_WEB_SECRET, DEMO_SHOP_SECRET, DEMO_SERVICE_SECRET, DEMO_PENDING_SECRET, BETA_WEB_SECRET, BETA_REFERRAL_CODE
                                                           the clients' secrets and the code; needed with --server
  SMTP_HOST, SMTP_PORT, EMAIL_FROM                          how the realms send their email; needed with --server
  DEMO_PORT                                                default 3000
  INBOX_URL                                                a MailDev inbox, so that the check can sign in
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

Secrets that Keycloak doesn't show (the mail server's password, say) can't be compared: every run with --apply sends them, and one without it reports that.

${exitCodesHelp()}
A failed run says what it had changed by then, and can be repeated.
`;

await command(async () => {
  const { values, positionals } = readArguments(OPTIONS);
  if (values.help) return void process.stdout.write(HELP);
  if (positionals.length > 0) throw new WrongUsage(`${positionals.join(' ')}: not expected`);
  const { apply = false, 'no-check': noCheck = !apply, prune = false } = values;
  const { serverUrl, admin, run } = await findInstallation(values.server, process.env);
  const { realms, changes, kept, adopted } = await seed({
    serverUrl,
    admin,
    variables: run
      ? { ...runVariables(run), ...setVariables(process.env) }
      : environmentVariables(process.env),
    apply,
    prune,
    progress: printProgress,
    ...(values.realm && { realms: values.realm }),
    ...(values.config && { folder: pathToFileURL(`${values.config}/`) }),
  });
  const names = realms.map(({ realm }) => realm);
  const reports: Report[] = [];
  for (const realm of noCheck ? [] : realms) {
    printProgress(`${realm.realm}: conformance check…`);
    const inboxUrl = process.env.INBOX_URL || run?.inbox_url;
    const check = checkSeededRealm(realm, { serverUrl, admin, inboxUrl, progress: printProgress });
    reports.push(
      await check.catch((error: unknown) => {
        throw withChangesSoFar(changes, explainFailure(`${realm.realm}: conformance check`, error));
      }),
    );
  }
  const count = `changes ${apply ? 'made' : 'needed'}: ${changes.length}`;
  const text = [
    ...(changes.length === 0 ? [] : [changesText(changes, apply)]),
    ...describePrecedence(changes, kept),
    `${names.join(', ')}: ${changes.length === 0 ? 'nothing to change' : count}`,
    ...reports.map((report) => `\n${reportText(report)}`),
  ];
  const checks = noCheck ? {} : { conformance: reports };
  printRun(values, {
    result: { realms: names, changes, kept, adopted, ...checks },
    text: text.join('\n'),
    changes: changes.length,
  });
  if (!reports.every(isConformant)) process.exitCode = EXIT_CODE.failed;
});
