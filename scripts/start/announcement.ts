/** The message shown when a sample installation runs. */

import { APPLICATIONS } from '../demo/html/branding.ts';
import type { RunFile } from '../run-file.ts';

interface Place {
  /** The path of the run file. */
  readonly runFile: string;
  /** Where Keycloak's log is, or the command that shows it. */
  readonly log: string;
  /** The key or command that stops everything. */
  readonly stop: string;
  /** Whether only the user who started it reads this; output that others may store, such as a container's log, contains no code. */
  readonly isPrivate: boolean;
}

/** Plain text; the secrets stay in the run file. */
export function announcement(run: RunFile, { runFile, log, stop, isPrivate }: Place): string {
  const code = isPrivate ? `referral code ${run.beta.referral_code}` : 'referral code in the file below';
  return `
Linkgate is running:

  ${run.demo_url}   the demo: sign in here with any address
  ${run.inbox_url}   the inbox: the sign-in links arrive here; open them in a new tab
  ${run.base_url}   the identity provider (base_url)
  ${run.beta.base_url}   the same with closed sign-up; ${code}
  ${run.server_url}/admin   the admin console: ${run.admin.username}, password in the file below
  ${run.base_url}/linkgate   Linkgate's own pages for administrators (docs/administration.md says how to make one)

  ${runFile}   all of this with the clients and their secrets
  ${log}   Keycloak's log

Next: open ${run.demo_url} in a browser, choose "Sign in to ${APPLICATIONS.web.name}", enter any address. ${stop} stops everything.
`;
}
