/** Routing by the URL's fragment. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { hasUnsaved } from './unsaved.ts';

/** The current page, and a pending navigation that would discard unsaved changes. */
interface Route {
  /** The fragment's parts after `#/`. */
  parts: string[];
  /** Continues or cancels the pending navigation; null if there is none. */
  leaving: { go: () => void; stay: () => void } | null;
}

export function useRoute(): Route {
  const [shown, setShown] = useState(() => entryNow(0));
  const [pending, setPending] = useState<Entry | null>(null);
  const isConfirmed = useRef(false);
  useEffect(() => {
    const follow = () => {
      const next = entryNow(shown.at + 1);
      if (next.hash === shown.hash) return;
      if (hasUnsaved() && !isConfirmed.current) {
        setPending(next);
        // The browser has already navigated, which can't be prevented: go back.
        history.go(shown.at - next.at);
        return;
      }
      isConfirmed.current = false;
      setPending(null);
      setShown(next);
    };
    window.addEventListener('hashchange', follow);
    follow();
    return () => window.removeEventListener('hashchange', follow);
  }, [shown]);
  if (pending === null) return { parts: partsOf(shown.hash), leaving: null };
  const stay = () => setPending(null);
  const go = () => {
    isConfirmed.current = true;
    history.go(pending.at - shown.at);
  };
  return { parts: partsOf(shown.hash), leaving: { go, stay } };
}

/** An entry of the browser's history, and its position among this application's entries. */
interface Entry {
  hash: string;
  at: number;
}

/** The current entry; a new one gets the given position. */
function entryNow(newPosition: number): Entry {
  const known = (history.state as Partial<Entry> | null)?.at;
  const at = known ?? newPosition;
  if (known === undefined) history.replaceState({ at }, '');
  return { hash: location.hash, at };
}

/** The fragment's parts after `#/`. */
function partsOf(hash: string): string[] {
  return hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeURIComponent);
}

/** The URL of a page. */
export function hrefTo(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** Navigates to a page. */
export function goTo(...parts: string[]): void {
  location.hash = hrefTo(...parts);
}
