/** What `npm start` says when everything runs. */

import type { RunFile } from '../run-file.ts';

/** Plain text; the secrets stay in the run file. */
export function announcement(run: RunFile, runFile: string, logFile: string): string {
  return `
Linkgate is running:

  ${run.demo_url}   the demo: sign in here with any address
  ${run.inbox_url}   the inbox: the sign-in links arrive here
  ${run.base_url}   the identity provider (base_url)
  ${run.beta.base_url}   the same with closed sign-up; referral code ${run.beta.referral_code}
  ${run.server_url}/admin   the admin console: ${run.admin.username}, password in the file below

  ${runFile}   all of this with the clients and their secrets
  ${logFile}   Keycloak's log

Ctrl-C stops everything.
`;
}
