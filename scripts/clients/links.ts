/** Revokes the links that were returned to a client. */

import { countReturnedLinks, revokeReturnedLinks } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { fieldChange } from '../seed/change.ts';
import type { Plan } from '../seed/plan.ts';
import { findClient } from './find.ts';

/** What a backend whose secret has leaked may hold stops working; links that were sent by email stay. */
export async function revokeLinks(admin: RealmAdmin, clientId: string): Promise<Plan> {
  const { id } = await findClient(admin, clientId);
  return {
    preview: async () => {
      const open = await countReturnedLinks(admin, { id, clientId });
      return {
        changes: fieldChange(admin.realm, `client ${clientId}`, 'open returned links', open, 0),
        notes: ['links that were sent by email stay'],
      };
    },
    apply: async () => {
      const revoked = await revokeReturnedLinks(admin, { id, clientId });
      const result = { client_id: clientId, revoked };
      return { result, text: `client ${clientId}: links revoked: ${revoked}` };
    },
  };
}
