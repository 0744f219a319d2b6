/** The realm that the reconcile functions work on, the options of the run, and the record of its changes. */

import type { RealmAdmin } from '../admin/connect.ts';
import { explainFailure } from '../admin/failure.ts';
import { type Change, type Kept, objectChange } from './change.ts';

/** A realm that is being reconciled. */
export interface SeedTarget extends RealmAdmin {
  /**
   * Makes `changes` by calling `send`, then records them; a run that doesn't apply only records them. Without changes it does nothing.
   * @throws Failure naming the objects, if `send` fails
   */
  apply(changes: readonly Change[], send: () => Promise<unknown>): Promise<void>;
  /**
   * Removes an undeclared object that neither Keycloak nor a run created, if this run prunes; otherwise reports that it is kept.
   */
  removeOrKeep(object: string, remove: () => Promise<unknown>): Promise<void>;
  /** Reports undeclared values that administrators set. */
  reportKept(values: readonly Kept[]): void;
  /** Sends fields that Keycloak masks, so that they can't be compared; a run that doesn't apply only reports them. */
  resend(object: string, fields: readonly string[], send: () => Promise<unknown>): Promise<void>;
}

/** The state of a run, shared by all of its realms. */
export interface SeedRun {
  /** Makes the changes; otherwise nothing is changed. */
  readonly apply: boolean;
  readonly prune: boolean;
  /** The changes made so far. */
  readonly changes: Change[];
  /** The undeclared objects and values that were kept so far. */
  readonly kept: Kept[];
  /** Logs lines that aren't about a change. */
  readonly log: (line: string) => void;
}

/**
 * The target for one realm of a run.
 * @param beforeChange called before each change that is made
 */
export function seedTarget(
  admin: RealmAdmin,
  { apply: isApplied, prune, changes, kept, log }: SeedRun,
  beforeChange: () => Promise<void> = async () => {},
): SeedTarget {
  const { realm } = admin;
  const run = async (objects: readonly string[], send: () => Promise<unknown>): Promise<void> => {
    if (!isApplied) return;
    await send().catch((error: unknown) => {
      throw explainFailure([...new Set(objects)].join(', '), error);
    });
  };
  const apply: SeedTarget['apply'] = async (applied, send) => {
    if (applied.length === 0) return;
    await run(
      applied.map(({ object }) => object),
      async () => {
        await beforeChange();
        await send();
      },
    );
    changes.push(...applied);
  };
  return {
    ...admin,
    apply,
    removeOrKeep: async (object, remove) => {
      if (prune) await apply([objectChange(realm, object, 'removed')], remove);
      else kept.push({ realm, object });
    },
    reportKept: (values) => {
      kept.push(...values);
    },
    resend: async (object, fields, send) => {
      const outcome = isApplied ? 'sent as declared' : 'a run with --apply sends it';
      for (const field of fields) log(`${realm}: ${object}: ${field}: not shown by Keycloak; ${outcome}`);
      await run([object], send);
    },
  };
}
