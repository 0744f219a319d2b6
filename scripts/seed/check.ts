/** Runs the conformance check on a realm that was just seeded, with the declared clients. */

import { ADMIN_PAGES_CLIENT } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { readSetting } from '../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT } from '../../provider-scripts/src/realm/settings/table.ts';
import { connectAdmin } from '../admin/connect.ts';
import type { AdminCredentials } from '../admin/credentials.ts';
import type { Target, TargetClient } from '../conformance/probe/target.ts';
import { checkRealm, type Report } from '../conformance/run.ts';
import { isJsonObject } from '../json.ts';
import type { DesiredClient } from './clients.ts';
import type { DesiredRealm } from './desired-realms.ts';

interface Options {
  readonly serverUrl: string;
  readonly admin: AdminCredentials;
  readonly inboxUrl: string | undefined;
  readonly progress: (line: string) => void;
}

/** The conformance check's report on a declared realm. */
export async function checkSeededRealm(
  desired: DesiredRealm,
  { serverUrl, admin, inboxUrl, progress }: Options,
): Promise<Report> {
  const server = serverUrl.replace(/\/+$/, '');
  const referral = desired.referrals[0]?.code;
  return await checkRealm({
    baseUrl: `${server}/realms/${encodeURIComponent(desired.realm)}`,
    clients: targetClients(desired.clients.clients),
    admin: { client: await connectAdmin({ serverUrl, ...admin }), realm: desired.realm },
    progress,
    ...(inboxUrl && { inboxUrl }),
    ...(referral && { referralCode: referral }),
  });
}

/**
 * The first declared client of each kind, and the second confidential one. The client of the admin pages is excluded: its
 * redirect URIs have no host, so no request can name them. So are clients whose requests need a proof of possession.
 */
export function targetClients(declared: readonly DesiredClient[]): Target['clients'] {
  const attribute = ({ fields }: DesiredClient, name: string) =>
    isJsonObject(fields.attributes) ? fields.attributes[name] : undefined;
  const clients = declared.filter(
    (client) =>
      client.clientId !== ADMIN_PAGES_CLIENT &&
      readSetting(CLIENT.dpop, attribute(client, CLIENT.dpop.name)) === 'off',
  );
  const approval = (client: DesiredClient) =>
    readSetting(CLIENT.approval, attribute(client, CLIENT.approval.name));
  const approved = clients.filter((client) => approval(client) === 'approved');
  const signIn = approved.filter(({ fields }) => fields.standardFlowEnabled === true);
  const [confidential, other] = signIn.filter(({ fields }) => fields.publicClient !== true);
  const kinds = {
    confidential,
    other,
    public: signIn.find(({ fields }) => fields.publicClient === true),
    service: approved.find(({ fields }) => fields.serviceAccountsEnabled === true),
    pending: clients.find((client) => approval(client) === 'pending'),
  };
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, client]) => (client ? [[kind, targetClient(client)]] : [])),
  );
}

function targetClient({ clientId, fields }: DesiredClient): TargetClient {
  const { secret, redirectUris } = fields;
  const [redirectUri] = Array.isArray(redirectUris) ? (redirectUris as readonly unknown[]) : [];
  return {
    client_id: clientId,
    ...(typeof secret === 'string' && { client_secret: secret }),
    ...(typeof redirectUri === 'string' && { redirect_uri: redirectUri }),
  };
}
