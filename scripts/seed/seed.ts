/** Creates the declared realms on a server, or updates them where they differ from the declaration. Idempotent. */

import { connectAdmin } from '../admin/connect.ts';
import type { AdminCredentials } from '../admin/credentials.ts';
import { explainFailure } from '../admin/failure.ts';
import { Failure } from '../failure.ts';
import { type Declared, describeAdoption, type Loss, lossesOf } from './adoption.ts';
import { apiScopesIn, reconcileApiScopes } from './api-scopes.ts';
import { type Change, describeChange, type Kept } from './change.ts';
import { checkNamesInRealm } from './client-names.ts';
import { reconcileClientScopes } from './client-scopes.ts';
import { reconcileClients } from './clients.ts';
import { type DesiredRealm, loadDesiredRealms } from './desired-realms.ts';
import { reconcileFlow } from './flow.ts';
import { remember } from './former-values/remember.ts';
import { findFacts, isAdopted } from './found-realm.ts';
import { reconcileKeys } from './keys.ts';
import { pruneRealm } from './prune.ts';
import { createMissingRealm, reconcileRealmSettings } from './realm-settings.ts';
import { reconcileReferrals } from './referrals.ts';
import { reconcileSignUpRules } from './sign-up-rules.ts';
import { type SeedRun, type SeedTarget, seedTarget } from './target.ts';
import { reconcileUserProfile } from './user-profile.ts';

export interface SeedOptions {
  /** Such as `http://localhost:8080`. */
  readonly serverUrl: string;
  readonly admin: AdminCredentials;
  /** The values of the `${NAME}` placeholders in realm-config/. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Names of declared realms; all of them by default. */
  readonly realms?: readonly string[];
  /** The folder with the declarations; this project's `realm-config/` by default. */
  readonly folder?: URL;
  /** Makes the changes; otherwise the run only reports what it would change. */
  readonly apply: boolean;
  /** Removes objects that earlier runs created and that are no longer declared, and those that conflict with the declaration. */
  readonly prune?: boolean;
  /** Called with a line before each step, and for each value that can't be compared. */
  readonly progress?: (line: string) => void;
}

/** A run's changes, made or planned; empty if the realms already were as declared. */
interface SeedReport {
  readonly realms: readonly DesiredRealm[];
  readonly changes: readonly Change[];
  /** Undeclared objects and values that the run kept. */
  readonly kept: readonly Kept[];
  /** The realms that weren't Linkgate realms, and what stops working there. */
  readonly adopted: readonly Adopted[];
}

/** A realm that a run makes a Linkgate realm. */
interface Adopted {
  readonly realm: string;
  readonly losses: readonly Loss[];
}

type Step = [subject: string, reconcile: () => Promise<void>];

/**
 * Reconciles the declared realms. Sends nothing before all declarations have been read and validated. Undeclared objects stay
 * (users, consents, other clients), except those that `prune` removes. After a failure the run can be repeated.
 * @throws Failure with the step and the server's response; its details list the changes made before
 */
export async function seed(options: SeedOptions): Promise<SeedReport> {
  const { serverUrl, admin, variables, realms, folder, apply, prune = false, progress } = options;
  const desiredRealms = await loadDesiredRealms((name) => variables[name], {
    ...(realms && { names: realms }),
    ...(folder && { folder }),
  });
  const client = await connectAdmin({ serverUrl, ...admin });
  const adopted: Adopted[] = [];
  const run: SeedRun = { apply, prune, changes: [], kept: [], log: (line) => progress?.(line) };
  for (const desired of desiredRealms) {
    const { realm } = desired;
    const creation = seedTarget({ client, realm }, run);
    const runStep = async <T>(subject: string, reconcile: () => Promise<T>): Promise<T> => {
      run.log(`${realm}: ${subject}…`);
      return await reconcile().catch((error: unknown) => {
        throw withChangesSoFar(run.changes, explainFailure(`${realm}: ${subject}`, error));
      });
    };
    const isNew = await runStep('creation', () => createMissingRealm(creation, desired.keys));
    // A missing realm has nothing to compare: everything in it would be created.
    if (!apply && isNew) continue;
    const losses = isNew ? [] : await runStep('what stops working', () => findLosses(creation, desired));
    if (losses.length > 0) {
      adopted.push({ realm, losses });
      for (const line of describeAdoption(realm, losses)) run.log(line);
    }
    // A new realm has no former values.
    const memory =
      !apply || isNew ? undefined : await runStep('former values', () => remember(creation, desired));
    const target = seedTarget(creation, run, memory?.before);
    try {
      for (const [subject, reconcile] of steps(target, desired, prune)) await runStep(subject, reconcile);
    } catch (error) {
      // The failure is what users need to see; the next run completes the record.
      await memory?.after().catch(() => {});
      throw error;
    }
    if (memory !== undefined) await runStep('former values', () => memory.after());
  }
  return { realms: desiredRealms, changes: run.changes, kept: run.kept, adopted };
}

/** What stops working once the realm is a Linkgate realm; nothing if it is one. */
async function findLosses(
  target: SeedTarget,
  { settings, clients, scopes, apiScopes }: DesiredRealm,
): Promise<Loss[]> {
  const { client, realm } = target;
  const found = await client.realms.findOne({ realm });
  if (!isAdopted(found)) return [];
  const declared: Declared = {
    settings,
    clientIds: clients.clients.map(({ clientId }) => clientId),
    scopes: [
      ...[...scopes.scopes, ...apiScopes].map(({ name }) => name),
      ...scopes.assignment.none,
      ...(await apiScopesIn(target)),
    ],
  };
  return lossesOf(await findFacts(target, found), declared);
}

/** Adds the changes made so far to a failure's details; returns an unexpected error unchanged. */
export function withChangesSoFar(changes: readonly Change[], error: Error): Error {
  if (!(error instanceof Failure) || changes.length === 0) return error;
  return new Failure(error.message, [
    ...error.details,
    'Changed before the failure, and not rolled back; the command can be run again:',
    ...changes.map((change) => `  ${describeChange(change)}`),
  ]);
}

/** The steps, ordered by dependency: the settings enable a new realm, and only then do its own endpoints respond. */
function steps(target: SeedTarget, desired: DesiredRealm, prune: boolean): Step[] {
  const clientIds = desired.clients.clients.map(({ clientId }) => clientId);
  return [
    ['names', () => checkNamesInRealm(target, desired)],
    ['keys', () => reconcileKeys(target, desired.keys)],
    ['user profile', () => reconcileUserProfile(target, desired.userProfile)],
    ['client scopes', () => reconcileClientScopes(target, desired.scopes)],
    ...(desired.apiScopes.length > 0
      ? [['API scopes', () => reconcileApiScopes(target, desired.apiScopes)] satisfies Step]
      : []),
    ['sign-in flow', () => reconcileFlow(target, desired.flow)],
    ['clients', () => reconcileClients(target, desired.clients)],
    ['settings', () => reconcileRealmSettings(target, desired.settings)],
    ['referral codes', () => reconcileReferrals(target, desired.referrals, clientIds)],
    ['rules for sign-up', () => reconcileSignUpRules(target, desired.signUpRules)],
    ...(prune ? [['undeclared objects', () => pruneRealm(target, desired)] satisfies Step] : []),
  ];
}
