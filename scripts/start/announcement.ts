/** The message that is shown once a sample installation is running. */

import { APPLICATIONS } from '../demo/html/branding.ts';
import type { RunFile } from '../run-file.ts';

interface Context {
  /** The path of the run file. */
  readonly runFile: string;
  /** The path of Keycloak's log, or the command that shows it. */
  readonly log: string;
  /** The key or command that stops everything. */
  readonly stop: string;
  /**
   * Whether only the user who started it sees the message; a container's log, which others may read, contains no referral code.
   */
  readonly isPrivate: boolean;
}

/** The message as plain text; it contains no secrets except the referral code. */
export function announcement(run: RunFile, { runFile, log, stop, isPrivate }: Context): string {
  const code = isPrivate ? `referral code ${run.beta.referral_code}` : 'referral code in the file below';
  return `
Linkgate is running:

  ${run.demo_url}   the demo: sign in here with any address
  ${run.inbox_url}   the inbox: the sign-in links arrive here; open them in a new tab
  ${run.base_url}   the identity provider (base_url)
  ${run.beta.base_url}   the same with closed sign-up; ${code}
  ${run.administration.url}   Linkgate administration: sign in as ${run.administration.email}
  ${run.server_url}/admin/   Keycloak console: ${run.admin.username}, password in the file below

  ${runFile}   all of this with the clients and their secrets
  ${log}   Keycloak's log

Next: open ${run.demo_url} in a browser, choose "Sign in to ${APPLICATIONS.web.name}", enter any address. ${stop} stops everything.
`;
}
