/** Changes of a client that one operation of the admin API makes, from the version that was read. */

import { type ClientDetails, putClient } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import type { JsonObject } from '../json.ts';
import { fieldChanges } from '../seed/change.ts';
import { type Difference, sameValue } from '../seed/diff.ts';
import type { Outcome, Plan } from '../seed/plan.ts';
import type { FoundClient } from './find.ts';

/** The change of a client that was found. */
interface ClientChange {
  readonly client: FoundClient;
  readonly before: ClientDetails;
  /** Each field before and after. */
  readonly fields: readonly Difference[];
  /** Below the client's path. */
  readonly path: string;
  readonly body: JsonObject;
  readonly show: (details: ClientDetails) => Outcome;
}

/** Changes a client; fields that already are so are no change. */
export function planChange(
  admin: RealmAdmin,
  { client, before, fields, path, body, show }: ClientChange,
): Plan {
  const changed = fields.filter((one) => !sameValue(one.before ?? null, one.after));
  return {
    preview: async () => ({ changes: fieldChanges(admin.realm, `client ${client.clientId}`, changed) }),
    apply: async () => {
      if (changed.length === 0) return show(before);
      return show(await putClient(admin, client, path, { ...body, version: before.version }));
    },
  };
}
