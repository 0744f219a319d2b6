/**
 * A realm that existed before Linkgate was installed: users with passwords and one-time passwords, brokers, an organization, applications with
 * refresh tokens and custom scopes. Its browser flow is a copy of Keycloak's; Linkgate's step, if added, is its last alternative.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';
import { EMAIL_AUTHENTICATOR } from '../../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import { ROOT } from '../../../scripts/build/root.ts';
import { whileBusy } from '../busy-server.ts';
import { PARTNERS } from './partners.ts';

export const ACME_REALM = 'acme';
const BROWSER_FLOW = 'acme browser';

const FILE = path.join(ROOT, 'test', 'fixtures', 'realms', 'acme.json');
/** After all other executions of the flow. */
const LAST_PRIORITY = 40;
const STEP_CONFIG = 'acme magic link';

interface AcmeRealmOptions {
  /** Port of the mail server on this machine. */
  smtpPort: number;
  /** Port of the stand-in for the partners' servers (`startPartners`), if one runs. */
  partnersPort?: number;
  /** Settings of Linkgate's step, by name; undefined for a realm without the step. */
  step?: Readonly<Record<string, string>> | undefined;
}

/** The realm representation. Its IDs are fixed, so that they are the same on every server. */
async function acmeRealm({ smtpPort, partnersPort, step }: AcmeRealmOptions): Promise<RealmRepresentation> {
  const file = await readFile(FILE, 'utf8');
  const partners = partnersPort === undefined ? PARTNERS : `http://127.0.0.1:${partnersPort}`;
  const realm = JSON.parse(file.replaceAll(PARTNERS, partners)) as RealmRepresentation;
  const withMailServer = { ...realm, smtpServer: { ...realm.smtpServer, port: String(smtpPort) } };
  if (step === undefined) return withMailServer;
  const execution = {
    authenticator: EMAIL_AUTHENTICATOR,
    authenticatorConfig: STEP_CONFIG,
    authenticatorFlow: false,
    requirement: 'ALTERNATIVE',
    priority: LAST_PRIORITY,
    userSetupAllowed: false,
  };
  return {
    ...withMailServer,
    authenticatorConfig: [{ alias: STEP_CONFIG, config: step }],
    authenticationFlows: (realm.authenticationFlows ?? []).map((flow) =>
      flow.alias === BROWSER_FLOW
        ? { ...flow, authenticationExecutions: [...(flow.authenticationExecutions ?? []), execution] }
        : flow,
    ),
  };
}

/** Creates the realm; replaces one that an earlier run left behind. */
export async function createAcmeRealm(api: KeycloakAdminClient, options: AcmeRealmOptions): Promise<void> {
  const realm = await acmeRealm(options);
  await whileBusy(async () => {
    await removeAcmeRealm(api);
    await api.realms.create(realm);
    // Events of an earlier realm with the same ID.
    await api.realms.clearEvents({ realm: ACME_REALM });
    await api.realms.clearAdminEvents({ realm: ACME_REALM });
  });
}

/** Deletes the realm if it exists. */
export async function removeAcmeRealm(api: KeycloakAdminClient): Promise<void> {
  if (await api.realms.findOne({ realm: ACME_REALM })) await api.realms.del({ realm: ACME_REALM });
}
