/**
 * A realm that was there before Linkgate: users with passwords and one-time passwords, brokers, an organization, applications with refresh tokens
 * and scopes of their own. Its browser flow is a copy of Keycloak's; with the step, that is its last alternative.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';
import { EMAIL_AUTHENTICATOR } from '../../../provider-scripts/src/ids.ts';
import { ROOT } from '../../../scripts/build/root.ts';
import { whileBusy } from '../busy-server.ts';
import { PARTNERS } from './partners.ts';

/** Its name. */
export const ADOPTED_REALM = 'acme';
/** Its browser flow. */
const ADOPTED_FLOW = 'acme browser';

const FILE = path.join(ROOT, 'test', 'fixtures', 'realms', 'acme.json');
/** Behind all others of the flow. */
const LAST_PRIORITY = 40;
const STEP_CONFIG = 'acme magic link';

/** What differs between two of them. */
interface AdoptedRealmOptions {
  /** Of the mail server, on this machine. */
  smtpPort: number;
  /** Of what stands for its partners' servers, if something does. */
  partnersPort?: number;
  /** The step's settings, by name; undefined for a realm without the step. */
  step?: Readonly<Record<string, string>> | undefined;
}

/** The realm as Keycloak imports it. IDs are fixed, so that they are the same on every server. */
async function adoptedRealm({
  smtpPort,
  partnersPort,
  step,
}: AdoptedRealmOptions): Promise<RealmRepresentation> {
  const file = await readFile(FILE, 'utf8');
  const partners = partnersPort === undefined ? PARTNERS : `http://127.0.0.1:${partnersPort}`;
  const realm = JSON.parse(file.replaceAll(PARTNERS, partners)) as RealmRepresentation;
  const plain = { ...realm, smtpServer: { ...realm.smtpServer, port: String(smtpPort) } };
  if (step === undefined) return plain;
  const execution = {
    authenticator: EMAIL_AUTHENTICATOR,
    authenticatorConfig: STEP_CONFIG,
    authenticatorFlow: false,
    requirement: 'ALTERNATIVE',
    priority: LAST_PRIORITY,
    userSetupAllowed: false,
  };
  return {
    ...plain,
    authenticatorConfig: [{ alias: STEP_CONFIG, config: step }],
    authenticationFlows: (realm.authenticationFlows ?? []).map((flow) =>
      flow.alias === ADOPTED_FLOW
        ? { ...flow, authenticationExecutions: [...(flow.authenticationExecutions ?? []), execution] }
        : flow,
    ),
  };
}

/** Creates it, in place of one that an earlier attempt left. */
export async function createAdoptedRealm(
  api: KeycloakAdminClient,
  options: AdoptedRealmOptions,
): Promise<void> {
  const realm = await adoptedRealm(options);
  await whileBusy(async () => {
    await removeAdoptedRealm(api);
    await api.realms.create(realm);
    // Those of a realm that had its ID before.
    await api.realms.clearEvents({ realm: ADOPTED_REALM });
    await api.realms.clearAdminEvents({ realm: ADOPTED_REALM });
  });
}

/** Removes it, if it is there. */
export async function removeAdoptedRealm(api: KeycloakAdminClient): Promise<void> {
  if (await api.realms.findOne({ realm: ADOPTED_REALM })) await api.realms.del({ realm: ADOPTED_REALM });
}
