/** What the reconcile functions work on: a realm, whether they may change it, and the record of what they did. */

import type { RealmAdmin } from '../admin/connect.ts';
import { explainFailure } from '../admin/failure.ts';
import { type Change, type Kept, wholeChange } from './change.ts';

/** A realm that is being brought in line. */
export interface SeedTarget extends RealmAdmin {
  /**
   * Carries out `changes`, then records them; a dry run only records them, and without changes nothing is done.
   * @throws Failure naming the objects, when `make` fails
   */
  apply(changes: readonly Change[], make: () => Promise<unknown>): Promise<void>;
  /**
   * Removes something that neither Keycloak nor a run created and nothing declares, if this run prunes; otherwise it is kept and reported.
   */
  removeOrKeep(object: string, remove: () => Promise<unknown>): Promise<void>;
  /** Reports values that administrators set and no file states. */
  keep(values: readonly Kept[]): void;
  /** Sends fields that Keycloak doesn't show and that can't be compared; a dry run only reports them. */
  resend(object: string, fields: readonly string[], make: () => Promise<unknown>): Promise<void>;
}

/** What runs on all realms have in common. */
export interface SeedRun {
  /** Changes nothing. */
  readonly dryRun: boolean;
  readonly prune: boolean;
  /** Receives each change once it was made. */
  readonly changes: Change[];
  /** Receives undeclared objects and values that are kept. */
  readonly kept: Kept[];
  /** Receives lines that aren't about a change. */
  readonly tell: (line: string) => void;
}

/** The target of a run that changes what differs, or of one that only looks. */
export function seedTarget(admin: RealmAdmin, { dryRun, prune, changes, kept, tell }: SeedRun): SeedTarget {
  const { realm } = admin;
  const make = async (objects: readonly string[], change: () => Promise<unknown>): Promise<void> => {
    if (dryRun) return;
    await change().catch((error: unknown) => {
      throw explainFailure([...new Set(objects)].join(', '), error);
    });
  };
  const apply: SeedTarget['apply'] = async (made, change) => {
    if (made.length === 0) return;
    await make(
      made.map(({ object }) => object),
      change,
    );
    changes.push(...made);
  };
  return {
    ...admin,
    apply,
    removeOrKeep: async (object, remove) => {
      if (prune) await apply([wholeChange(realm, object, 'removed')], remove);
      else kept.push({ realm, object });
    },
    keep: (values) => {
      kept.push(...values);
    },
    resend: async (object, fields, change) => {
      const what = dryRun ? 'a run sends it' : 'sent as declared';
      for (const field of fields) tell(`${realm}: ${object}: ${field}: not shown by Keycloak; ${what}`);
      await make([object], change);
    },
  };
}
