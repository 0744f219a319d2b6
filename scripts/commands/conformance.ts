/** `npm run linkgate -- conformance`: checks a running realm against the contract and explains how to fix deviations. */

import { CREDENTIALS_HELP } from '../admin/credentials.ts';
import { commonHelp, REALM_OPTIONS, readArguments } from '../cli/arguments.ts';
import { EXIT_CODE, exitCodesHelp } from '../cli/exit-code.ts';
import { printProgress, printResult } from '../cli/output.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { CHECKS } from '../conformance/checks/index.ts';
import { findTarget } from '../conformance/find-target.ts';
import { reportText } from '../conformance/report.ts';
import { checkRealm, isConformant } from '../conformance/run.ts';
import { command } from './command.ts';

const HELP = `Checks a running realm against every part of the contract (docs/contract.md), and finds faults in its configuration.
It changes no setting, but really signs in where it can: this creates accounts named conformance-….

A stock realm whose flows have the step is judged by rules of its own; that needs admin credentials.

  npm run linkgate -- conformance [--server URL] [--realm NAME] [options]

  --client-id ID            a confidential client, with --redirect-uri URI
  --public-client-id ID     a public client, with --public-redirect-uri URI
  --other-client-id ID      a second confidential client, with --other-redirect-uri URI
  --service-client-id ID    a client with client credentials
  --pending-client-id ID    a client that is not approved, with --pending-redirect-uri URI
  --inbox URL               a MailDev inbox that catches the realm's email, such as http://localhost:1080
  --email-to ADDRESS         sends a real link to this address of yours, to check whether email is delivered;
                            in a stock realm with the step, the address of an existing user, who is signed in if --inbox is given
  --only CHECK              only this check; may be given more than once
  --list                    the checks and the sections of docs/contract.md that each proves
${commonHelp(REALM_OPTIONS, 26)}

The realms of npm start need no options: their clients and inbox are known. A check whose requirements are missing is skipped and reported.

Environment:
  CLIENT_SECRET, OTHER_CLIENT_SECRET, SERVICE_CLIENT_SECRET, PENDING_CLIENT_SECRET   the clients' secrets
  REFERRAL_CODE                                            for a realm with closed sign-up
${CREDENTIALS_HELP}
  LINKGATE_RUN_FILE                                        what npm start wrote, if not .local/run.json

${exitCodesHelp({ changes: false })}
`;

await command(async () => {
  const { values, positionals } = readArguments({
    ...REALM_OPTIONS,
    'client-id': { type: 'string' },
    'redirect-uri': { type: 'string' },
    'public-client-id': { type: 'string' },
    'public-redirect-uri': { type: 'string' },
    'other-client-id': { type: 'string' },
    'other-redirect-uri': { type: 'string' },
    'service-client-id': { type: 'string' },
    'pending-client-id': { type: 'string' },
    'pending-redirect-uri': { type: 'string' },
    inbox: { type: 'string' },
    'email-to': { type: 'string' },
    only: { type: 'string', multiple: true },
    list: { type: 'boolean' },
  });
  if (values.help) return void process.stdout.write(HELP);
  if (positionals.length > 0) throw new WrongUsage(`${positionals.join(' ')}: not expected`);
  if (values.list) {
    const listed = CHECKS.map(({ name, proves, fix }) => ({ check: name, proves, fix }));
    return printResult(
      values.json,
      listed,
      listed.map(({ check, proves }) => `${check} (${proves})`).join('\n'),
    );
  }
  const unknown = values.only?.find((name) => !CHECKS.some((check) => check.name === name));
  if (unknown !== undefined) throw new WrongUsage(`--only ${unknown}: unknown check; --list shows them`);
  const target = await findTarget(values, process.env);
  const report = await checkRealm(
    { ...target, progress: printProgress },
    { ...(values.only && { only: values.only }), ...(!values.json && { announce: printProgress }) },
  );
  printResult(values.json, report, reportText(report));
  if (!isConformant(report)) process.exitCode = EXIT_CODE.failed;
});
