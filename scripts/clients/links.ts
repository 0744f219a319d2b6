/** Revokes the links that were returned to a client. */

import { revokeReturnedLinks } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { findClient, type Outcome } from './find.ts';

/** What a backend whose secret has leaked may hold stops working; links that were sent by email stay. */
export async function revokeLinks(admin: RealmAdmin, clientId: string): Promise<Outcome> {
  const { id } = await findClient(admin, clientId);
  const revoked = await revokeReturnedLinks(admin, { id, clientId });
  return { result: { client_id: clientId, revoked }, text: `client ${clientId}: links revoked: ${revoked}` };
}
