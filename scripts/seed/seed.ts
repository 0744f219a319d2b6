/** Makes the declared realms on a server, or mends what differs in them; a run without differences changes nothing. */

import { connectAdmin } from '../admin/connect.ts';
import type { AdminCredentials } from '../admin/credentials.ts';
import { explainFailure } from '../admin/failure.ts';
import { type Change, describeChange } from './change.ts';
import { reconcileClientScopes } from './client-scopes.ts';
import { reconcileClients } from './clients.ts';
import { type DesiredRealm, loadDesiredRealms } from './desired-realms.ts';
import { reconcileFlow } from './flow.ts';
import { reconcileKeys } from './keys.ts';
import { pruneRealm } from './prune.ts';
import { createMissingRealm, reconcileRealmSettings } from './realm-settings.ts';
import { reconcileReferrals } from './referrals.ts';
import { type SeedTarget, seedTarget } from './target.ts';
import { reconcileUserProfile } from './user-profile.ts';

export interface SeedOptions {
  /** Such as `http://localhost:8080`. */
  readonly serverUrl: string;
  readonly admin: AdminCredentials;
  /** What the `${NAME}` placeholders of realm-config/ stand for. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Names of declared realms; all of them by default. */
  readonly realms?: readonly string[];
  /** Where the declarations are; `realm-config/` of this project by default. */
  readonly folder?: URL;
  /** Changes nothing and reports what would be changed. */
  readonly dryRun?: boolean;
  /** Removes what earlier runs made and isn't declared any more. */
  readonly prune?: boolean;
  /** Gets a line for each change as soon as it was made. */
  readonly log?: (line: string) => void;
  /** Gets a line for each step before it is taken. */
  readonly progress?: (line: string) => void;
}

/** What a run did, or would do: an empty list says that everything was already as declared. */
interface SeedReport {
  readonly realms: readonly DesiredRealm[];
  readonly changes: readonly Change[];
}

type Step = [subject: string, reconcile: () => Promise<Change[]>];

/**
 * Brings the declared realms in line. Nothing is sent before the whole declaration was read and checked. What isn't
 * declared stays: users, consents, other clients. After a failure the run can be repeated.
 * @throws Failure saying what was being done and what the server answered
 */
export async function seed(options: SeedOptions): Promise<SeedReport> {
  const {
    serverUrl,
    admin,
    variables,
    realms,
    folder,
    dryRun = false,
    prune = false,
    log,
    progress,
  } = options;
  const desiredRealms = await loadDesiredRealms((name) => variables[name], {
    ...(realms && { names: realms }),
    ...(folder && { folder }),
  });
  const client = await connectAdmin({ serverUrl, ...admin });
  const changes: Change[] = [];
  const take = async (realm: string, [subject, reconcile]: Step): Promise<Change[]> => {
    progress?.(`${realm}: ${subject}…`);
    const made = await reconcile().catch((error: unknown) => {
      throw explainFailure(`${realm}: ${subject}`, error);
    });
    changes.push(...made);
    for (const change of made) log?.(describeChange(change));
    return made;
  };
  for (const desired of desiredRealms) {
    const target = seedTarget({ client, realm: desired.realm }, { dryRun });
    const created = await take(desired.realm, ['creation', () => createMissingRealm(target, desired.keys)]);
    // Everything in a realm that isn't there would be made with it: there is nothing to compare.
    if (dryRun && created.length > 0) continue;
    for (const step of steps(target, desired, prune)) await take(desired.realm, step);
  }
  return { realms: desiredRealms, changes };
}

/** In this order each step finds what it names; with the settings a new realm is switched on, and its own endpoints answer. */
function steps(target: SeedTarget, desired: DesiredRealm, prune: boolean): Step[] {
  return [
    ['keys', () => reconcileKeys(target, desired.keys)],
    ['user profile', () => reconcileUserProfile(target, desired.userProfile)],
    ['client scopes', () => reconcileClientScopes(target, desired.scopes)],
    ['sign-in flow', () => reconcileFlow(target, desired.flow)],
    ['clients', () => reconcileClients(target, desired.clients)],
    ['settings', () => reconcileRealmSettings(target, desired.settings)],
    ['referral codes', () => reconcileReferrals(target, desired.referrals)],
    ...(prune ? [['what is not declared any more', () => pruneRealm(target, desired)] as Step] : []),
  ];
}
