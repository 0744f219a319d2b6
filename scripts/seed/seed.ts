/** Creates the declared realms on a server, or fixes what differs in them; a run without differences changes nothing. */

import { connectAdmin } from '../admin/connect.ts';
import type { AdminCredentials } from '../admin/credentials.ts';
import { explainFailure } from '../admin/failure.ts';
import { Failure } from '../failure.ts';
import { type Change, describeChange, type Kept } from './change.ts';
import { reconcileClientScopes } from './client-scopes.ts';
import { reconcileClients } from './clients.ts';
import { type DesiredRealm, loadDesiredRealms } from './desired-realms.ts';
import { reconcileFlow } from './flow.ts';
import { reconcileKeys } from './keys.ts';
import { pruneRealm } from './prune.ts';
import { createMissingRealm, reconcileRealmSettings } from './realm-settings.ts';
import { reconcileReferrals } from './referrals.ts';
import { type SeedRun, type SeedTarget, seedTarget } from './target.ts';
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
  /** Removes what earlier runs created and is no longer declared, and what conflicts with the declaration. */
  readonly prune?: boolean;
  /** Receives a line before each step, and for each value that can't be compared. */
  readonly progress?: (line: string) => void;
}

/** A run's changes, made or planned; without changes everything was already as declared. */
interface SeedReport {
  readonly realms: readonly DesiredRealm[];
  readonly changes: readonly Change[];
  /** What `prune` would remove. */
  readonly kept: readonly Kept[];
}

type Step = [subject: string, reconcile: () => Promise<void>];

/**
 * Brings the declared realms in line. Nothing is sent before the whole declaration has been read and validated. What isn't declared stays:
 * users, consents, other clients. After a failure the run can be repeated.
 * @throws Failure saying what was being done and how the server responded, and in its details what had been changed by then
 */
export async function seed(options: SeedOptions): Promise<SeedReport> {
  const { serverUrl, admin, variables, realms, folder, dryRun = false, prune = false, progress } = options;
  const desiredRealms = await loadDesiredRealms((name) => variables[name], {
    ...(realms && { names: realms }),
    ...(folder && { folder }),
  });
  const client = await connectAdmin({ serverUrl, ...admin });
  const run: SeedRun = { dryRun, prune, changes: [], kept: [], tell: (line) => progress?.(line) };
  for (const desired of desiredRealms) {
    const { realm } = desired;
    const target = seedTarget({ client, realm }, run);
    const take = async <T>(subject: string, reconcile: () => Promise<T>): Promise<T> => {
      run.tell(`${realm}: ${subject}…`);
      return await reconcile().catch((error: unknown) => {
        throw failureAfter(run.changes, explainFailure(`${realm}: ${subject}`, error));
      });
    };
    const made = await take('creation', () => createMissingRealm(target, desired.keys));
    // Everything in a missing realm would be created with it: there is nothing to compare.
    if (dryRun && made) continue;
    for (const [subject, reconcile] of steps(target, desired, prune)) await take(subject, reconcile);
  }
  return { realms: desiredRealms, changes: run.changes, kept: run.kept };
}

/** The failure together with what a run had changed by then; a bug is left unchanged. */
export function failureAfter(changes: readonly Change[], error: Error): Error {
  if (!(error instanceof Failure) || changes.length === 0) return error;
  return new Failure(error.message, [
    ...error.details,
    'Changed before the failure, and kept; the command can be run again:',
    ...changes.map((change) => `  ${describeChange(change)}`),
  ]);
}

/** In this order each step finds what it names; with the settings a new realm is enabled, and its own endpoints respond. */
function steps(target: SeedTarget, desired: DesiredRealm, prune: boolean): Step[] {
  const clientIds = desired.clients.clients.map(({ clientId }) => clientId);
  return [
    ['keys', () => reconcileKeys(target, desired.keys)],
    ['user profile', () => reconcileUserProfile(target, desired.userProfile)],
    ['client scopes', () => reconcileClientScopes(target, desired.scopes)],
    ['sign-in flow', () => reconcileFlow(target, desired.flow)],
    ['clients', () => reconcileClients(target, desired.clients)],
    ['settings', () => reconcileRealmSettings(target, desired.settings)],
    ['referral codes', () => reconcileReferrals(target, desired.referrals, clientIds)],
    ...(prune ? [['what is no longer declared', () => pruneRealm(target, desired)] satisfies Step] : []),
  ];
}
