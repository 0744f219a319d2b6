/** Makes the declared realms on a server, or mends what differs in them; a run without differences changes nothing. */

import { connectAdmin, type RealmAdmin } from '../admin/connect.ts';
import { explainFailure } from '../admin/failure.ts';
import { type Change, describeChange } from './change.ts';
import { reconcileClientScopes } from './client-scopes.ts';
import { reconcileClients } from './clients.ts';
import { type DesiredRealm, loadDesiredRealms } from './desired-realms.ts';
import { reconcileFlow } from './flow.ts';
import { reconcileKeys } from './keys.ts';
import { createMissingRealm, reconcileRealmSettings } from './realm-settings.ts';
import { reconcileReferrals } from './referrals.ts';
import { reconcileUserProfile } from './user-profile.ts';

interface SeedOptions {
  /** Such as `http://localhost:8080`. */
  readonly serverUrl: string;
  /** An administrator of the realm `master`. */
  readonly admin: { readonly username: string; readonly password: string };
  /** What the `${NAME}` placeholders of realm-config/ stand for. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Names of declared realms; all of them by default. */
  readonly realms?: readonly string[];
  /** Gets a line for each change as soon as it was made. */
  readonly log?: (line: string) => void;
}

/** What a run did: an empty list says that everything was already as declared. */
interface SeedReport {
  readonly realms: readonly string[];
  readonly changes: readonly Change[];
}

/**
 * Brings the declared realms in line. Nothing is sent before the whole declaration was read and checked. What isn't
 * declared stays: users, consents, other clients. After a failure the run can be repeated.
 * @throws Failure saying what was being done and what the server answered
 */
export async function seed({ serverUrl, admin, variables, realms, log }: SeedOptions): Promise<SeedReport> {
  const desiredRealms = await loadDesiredRealms(variables, realms);
  const client = await connectAdmin({ serverUrl, ...admin });
  const changes: Change[] = [];
  for (const desired of desiredRealms) {
    for (const [subject, reconcile] of steps({ client, realm: desired.realm }, desired)) {
      const made = await reconcile().catch((error: unknown) => {
        throw explainFailure(`${desired.realm}: ${subject}`, error);
      });
      changes.push(...made);
      for (const change of made) log?.(describeChange(change));
    }
  }
  return { realms: desiredRealms.map(({ realm }) => realm), changes };
}

/** In this order each step finds what it names; with the settings a new realm is switched on, and its own endpoints answer. */
function steps(admin: RealmAdmin, desired: DesiredRealm): [subject: string, () => Promise<Change[]>][] {
  return [
    ['creation', () => createMissingRealm(admin, desired.keys)],
    ['keys', () => reconcileKeys(admin, desired.keys)],
    ['user profile', () => reconcileUserProfile(admin, desired.userProfile)],
    ['client scopes', () => reconcileClientScopes(admin, desired.scopes)],
    ['sign-in flow', () => reconcileFlow(admin, desired.flow)],
    ['clients', () => reconcileClients(admin, desired.clients)],
    ['settings', () => reconcileRealmSettings(admin, desired.settings)],
    ['referral codes', () => reconcileReferrals(admin, desired.referrals)],
  ];
}
