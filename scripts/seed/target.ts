/** What the reconcile functions work on: a realm, and whether they may change it. */

import type { RealmAdmin } from '../admin/connect.ts';

/** A realm that is being brought in line. */
export interface SeedTarget extends RealmAdmin {
  /** Makes one change; a dry run leaves it out. */
  apply(change: () => Promise<unknown>): Promise<void>;
}

/** The target of a run that changes what differs, or of one that only looks. */
export function seedTarget(admin: RealmAdmin, { dryRun }: { dryRun: boolean }): SeedTarget {
  return {
    ...admin,
    apply: async (change) => {
      if (!dryRun) await change();
    },
  };
}
