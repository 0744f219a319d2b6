/** The application of the newest invitation, which the next one is likely for, too. */
import { useEffect } from 'preact/hooks';
import type { Invitation } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';

/** Calls a function with its client ID once, if there is one; nothing happens if the request fails. */
export function useLastClient(onFound: (clientId: string) => void): void {
  useEffect(() => {
    const abort = new AbortController();
    call<{ invitations: Invitation[] }>('/invitations', { query: { max: 1 }, signal: abort.signal }).then(
      ({ invitations: [newest] }) => {
        if (!abort.signal.aborted && newest?.client_id) onFound(newest.client_id);
      },
      () => {},
    );
    return () => abort.abort();
  }, []);
}
