/** Clients with client ID metadata documents that wait for approval. */
import { admin, REALM } from './admin.ts';

const ORIGIN = 'https://waiting.example';

/** The ID of one of those whose documents expired this many seconds ago. */
export function waitingDocument(expiredSeconds: number, index: number): string {
  return `${ORIGIN}/${expiredSeconds}-${index}.json`;
}

/**
 * Lets this many wait whose documents expired this many seconds ago.
 *
 * @returns removes all clients of this kind
 */
export async function addWaitingDocuments(count: number, expiredSeconds = 0): Promise<() => Promise<void>> {
  const expired = String(Math.floor(Date.now() / 1000) - expiredSeconds);
  const clients = Array.from({ length: count }, (_, index) => ({
    clientId: waitingDocument(expiredSeconds, index),
    attributes: { 'linkgate.approval': 'pending', 'linkgate.document-expires-at': expired },
  }));
  const rep = { ifResourceExists: 'FAIL' as const, clients };
  await (await admin()).realms.partialImport({ realm: REALM, rep });
  return async () => {
    const api = await admin();
    for (const { id = '', clientId = '' } of await api.clients.find({ realm: REALM }))
      if (clientId.startsWith(ORIGIN)) await api.clients.del({ realm: REALM, id });
  };
}
