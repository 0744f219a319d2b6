/** The number of clients that wait for approval, for the navigation. */
import { useEffect, useState } from 'preact/hooks';
import type { About } from '../../generated/admin-api.d.ts';
import { call, onChange } from '../server/api.ts';

/** Counts them when the application starts, on each page change, and after each change; 0 if the administrator may not list clients. */
export function usePendingClients(about: About): number {
  const [count, setCount] = useState(0);
  const isCounted = about.linkgate_realm && about.rights.clients.view;
  useEffect(() => {
    if (!isCounted) return;
    let abort = new AbortController();
    const load = () => {
      abort.abort();
      abort = new AbortController();
      const { signal } = abort;
      // If the request fails, the count stays as it was: the list itself says why.
      call<{ total: number }>('/clients', { query: { state: 'pending', max: 1 }, signal }).then(
        ({ total }) => !signal.aborted && setCount(total),
        () => {},
      );
    };
    load();
    const stop = onChange(load);
    window.addEventListener('hashchange', load);
    return () => {
      abort.abort();
      stop();
      window.removeEventListener('hashchange', load);
    };
  }, [isCounted]);
  return count;
}
