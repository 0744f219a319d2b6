/** The shell commands on the front page. They read secrets from a file, and never contain them. */
import type { RunFile } from '../../run-file.ts';

/** Requests a link through the API (contract, section 4.8). */
export function linkCommand(
  { base_url, clients }: RunFile,
  { state, nonce }: { state: string; nonce: string },
): string {
  const body = {
    email: 'you@example.com',
    client_id: clients.web.client_id,
    redirect_uri: clients.web.redirect_uri,
    scope: 'openid profile email',
    state,
    nonce,
  };
  return `curl ${shellQuote(`${base_url}/request-magic-link`)} \\
  -H 'Content-Type: application/json' \\
  -d ${shellQuote(JSON.stringify(body, null, 2))}`;
}

/** Gets a token with client credentials (contract, section 4.4); must run in the project's folder. */
export function machineCommand({ base_url, clients }: RunFile): string {
  return `CLIENT_SECRET=$(node -p 'require("./.local/run.json").clients.service.client_secret')
curl ${shellQuote(`${base_url}/token`)} \\
  -d grant_type=client_credentials \\
  -d ${shellQuote(`client_id=${clients.service.client_id}`)} \\
  --data-urlencode "client_secret=$CLIENT_SECRET"`;
}

/** Quotes a text as one word for a POSIX shell. */
function shellQuote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
