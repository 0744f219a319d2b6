/** Generates a new secret for a confidential client; it is shown only once. */

import type { RealmAdmin } from '../admin/connect.ts';
import { explainFailure } from '../admin/failure.ts';
import { Failure } from '../failure.ts';
import { findClient, type Outcome } from './find.ts';

/** The old secret stops working immediately. */
export async function rotateSecret(admin: RealmAdmin, clientId: string): Promise<Outcome> {
  const { client, realm } = admin;
  const { id, publicClient } = await findClient(admin, clientId);
  if (publicClient) throw new Failure(`client ${clientId}: is public and has no secret`);
  const { value } = await client.clients.generateNewClientSecret({ realm, id }).catch((error: unknown) => {
    throw explainFailure(`client ${clientId}: new secret`, error);
  });
  return {
    result: { client_id: clientId, client_secret: value },
    text: `client ${clientId}: the secret, shown only this once:\n${value}`,
  };
}
