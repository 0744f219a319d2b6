/** Hooks that load a page's data and run a button's action. */
import { useCallback, useEffect, useState } from 'preact/hooks';

/** State of a load: running, loaded or failed. Keeps the previous data while it reloads. */
export interface Loaded<T> {
  data: T | null;
  failure: unknown;
  busy: boolean;
  reload: () => void;
  /** Replaces the data, for example with a response. */
  replace: (data: T) => void;
}

/** Loads when the page is shown, and whenever one of `keys` changes. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ data: T | null; failure: unknown; busy: boolean }>({
    data: null,
    failure: null,
    busy: true,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    setState((before) => ({ ...before, failure: null, busy: true }));
    load(abort.signal).then(
      (data) => !abort.signal.aborted && setState({ data, failure: null, busy: false }),
      (failure: unknown) =>
        !abort.signal.aborted && setState((before) => ({ ...before, failure, busy: false })),
    );
    return () => abort.abort();
  }, [...keys, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const replace = useCallback((data: T) => setState({ data, failure: null, busy: false }), []);
  return { ...state, reload, replace };
}

/** An action's state; it runs once at a time. */
export interface Action {
  busy: boolean;
  failure: unknown;
  run: (work: () => Promise<void>) => void;
  reset: () => void;
}

export function useAction(): Action {
  const [state, setState] = useState<{ busy: boolean; failure: unknown }>({ busy: false, failure: null });
  const run = (work: () => Promise<void>) => {
    if (state.busy) return;
    setState({ busy: true, failure: null });
    work().then(
      () => setState({ busy: false, failure: null }),
      (failure: unknown) => setState({ busy: false, failure }),
    );
  };
  return { ...state, run, reset: () => setState({ busy: false, failure: null }) };
}
