/** Revokes the links that were returned to a client. */

import { revokeReturnedLinks } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { fieldChange } from '../seed/change.ts';
import type { Plan } from '../seed/plan.ts';
import { findClient } from './find.ts';

/** What a backend whose secret has leaked may hold stops working; links that were sent by email stay. */
export async function revokeLinks(admin: RealmAdmin, clientId: string): Promise<Plan> {
  const { id } = await findClient(admin, clientId);
  return {
    preview: async () => ({
      changes: fieldChange(admin.realm, `client ${clientId}`, 'returned links', 'valid', 'revoked'),
      notes: ['links that were sent by email stay; how many are revoked is known afterwards'],
    }),
    apply: async () => {
      const revoked = await revokeReturnedLinks(admin, { id, clientId });
      const result = { client_id: clientId, revoked };
      return { result, text: `client ${clientId}: links revoked: ${revoked}` };
    },
  };
}
