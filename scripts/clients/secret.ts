/** Generates a new secret for a confidential client; it is shown only once. */

import type { RealmAdmin } from '../admin/connect.ts';
import { explainFailure } from '../admin/failure.ts';
import { Failure } from '../failure.ts';
import { type Change, REDACTED } from '../seed/change.ts';
import type { Plan } from '../seed/plan.ts';
import { findClient } from './find.ts';

/** The old secret stops working immediately. */
export async function rotateSecret(admin: RealmAdmin, clientId: string): Promise<Plan> {
  const { client, realm } = admin;
  const { id, publicClient } = await findClient(admin, clientId);
  if (publicClient) throw new Failure(`client ${clientId}: is public and has no secret`);
  const change: Change = {
    realm,
    object: `client ${clientId}`,
    action: 'updated',
    field: 'secret',
    before: REDACTED,
    after: REDACTED,
  };
  return {
    preview: async () => ({ changes: [change], notes: ['the present secret stops working at once'] }),
    apply: async () => {
      const { value } = await client.clients
        .generateNewClientSecret({ realm, id })
        .catch((error: unknown) => {
          throw explainFailure(`client ${clientId}: new secret`, error);
        });
      return {
        result: { client_id: clientId, client_secret: value },
        text: `client ${clientId}: the secret, shown only this once:\n${value}`,
      };
    },
  };
}
