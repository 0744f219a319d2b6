/** The application that the next invitation is likely for. */
import { useEffect } from 'preact/hooks';
import type { Client, Invitation } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { isApplication } from '../../ui/client-field.tsx';

/** The server's maximum page size. */
const MAX_CLIENTS = 100;

/** Whether users can be invited to a client: it is an application, and has a page to lead them to. */
export function isInvitable(client: Client): boolean {
  return isApplication(client) && (client.home_url !== null || client.initiate_login_uri !== null);
}

/**
 * Calls a function once with a client ID: that of the newest invitation, or of the only application that users can be invited to. Nothing
 * happens if there is neither, or if a request fails.
 */
export function useLikelyClient(onFound: (clientId: string) => void): void {
  const { linkgate_realm, rights } = useAbout();
  const view = linkgate_realm && rights.clients.view;
  useEffect(() => {
    const abort = new AbortController();
    find(view, abort.signal).then(
      (found) => !abort.signal.aborted && found !== null && onFound(found),
      () => {},
    );
    return () => abort.abort();
  }, []);
}

async function find(canListClients: boolean, signal: AbortSignal): Promise<string | null> {
  const newest = await call<{ invitations: Invitation[] }>('/invitations', { query: { max: 1 }, signal });
  const last = newest.invitations[0]?.client_id ?? null;
  if (last !== null || !canListClients) return last;
  const query = { state: 'approved', max: MAX_CLIENTS };
  const { clients } = await call<{ clients: Client[] }>('/clients', { query, signal });
  const [only, other] = clients.filter(isInvitable);
  return only === undefined || other !== undefined ? null : only.client_id;
}
