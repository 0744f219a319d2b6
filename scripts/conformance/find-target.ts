/**
 * Determines the realm to check, and the clients and credentials to use, from options, the environment and the run file of `npm
 * start`.
 */

import { connectAdmin } from '../admin/connect.ts';
import { credentialsFrom } from '../admin/credentials.ts';
import {
  checkServerUrl,
  type Environment,
  readRunFile,
  realmName,
  requireRun,
} from '../admin/installation.ts';
import type { RunFile } from '../run-file.ts';
import { CLIENT_KINDS, type ClientKind, clientOptions, type Target } from './probe/target.ts';

/** Options by name; secrets aren't options. */
export type TargetOptions = Readonly<Partial<Record<string, unknown>>>;

/**
 * Returns the realm with all that checks may use; options and environment take precedence over the run file.
 * @throws Failure if no server is given and `npm start` doesn't run, or the administrator can't sign in
 */
export async function findTarget(options: TargetOptions, environment: Environment): Promise<Target> {
  const run = await readRunFile();
  const option = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
  const server = option('server');
  if (server !== undefined) checkServerUrl(server);
  const serverUrl = (server ?? requireRun(run).server_url).replace(/\/+$/, '');
  const realm = realmName(option('realm'), server === undefined ? run : undefined);
  const baseUrl = `${serverUrl}/realms/${encodeURIComponent(realm)}`;
  const sample = run && sampleTarget(run, baseUrl);
  const inboxUrl = option('inbox') ?? sample?.inboxUrl;
  const emailTo = option('email-to');
  const referralCode = environment.REFERRAL_CODE ?? sample?.referralCode;
  const account = credentialsFrom(environment) ?? (run?.server_url === serverUrl ? run.admin : undefined);
  return {
    baseUrl,
    clients: { ...sample?.clients, ...givenClients(option, environment) },
    ...(inboxUrl && { inboxUrl: inboxUrl.replace(/\/+$/, '') }),
    ...(emailTo && { emailTo }),
    ...(referralCode && { referralCode }),
    ...(account && {
      admin: { client: await connectAdmin({ serverUrl, ...account }), realm },
    }),
  };
}

/** The run file's data for a realm that `npm start` created. */
function sampleTarget(run: RunFile, baseUrl: string): Omit<Target, 'baseUrl'> | undefined {
  const { clients, beta, inbox_url: inboxUrl } = run;
  if (baseUrl === beta.base_url)
    return { clients: { confidential: beta.clients.web }, inboxUrl, referralCode: beta.referral_code };
  if (baseUrl !== run.base_url) return undefined;
  const { web, shop, mobile, service, pending } = clients;
  return { clients: { confidential: web, other: shop, public: mobile, service, pending }, inboxUrl };
}

function givenClients(
  option: (name: string) => string | undefined,
  environment: Environment,
): Target['clients'] {
  const kinds = Object.keys(CLIENT_KINDS) as ClientKind[];
  const clients = kinds.flatMap((kind) => {
    const names = clientOptions(kind);
    const client_id = option(names.id);
    if (client_id === undefined) return [];
    const client_secret = environment[names.secret];
    const redirect_uri = option(names.redirectUri);
    const client = {
      client_id,
      ...(client_secret && { client_secret }),
      ...(redirect_uri && { redirect_uri }),
    };
    return [[kind, client]];
  });
  return Object.fromEntries(clients);
}
