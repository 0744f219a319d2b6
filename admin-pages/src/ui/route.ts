/** Routing by the URL's fragment. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { hasUnsaved } from './unsaved.ts';

/** The page that is shown, and the page to show once the user discards unsaved changes. */
interface Route {
  /** The fragment's parts after `#/`. */
  parts: string[];
  /** Leaves or stays; null if no confirmation is pending. */
  asks: { go: () => void; stay: () => void } | null;
}

export function useRoute(): Route {
  const [shown, setShown] = useState(() => entryNow(0));
  const [wished, setWished] = useState<Entry | null>(null);
  const isGranted = useRef(false);
  useEffect(() => {
    const follow = () => {
      const next = entryNow(shown.at + 1);
      if (next.hash === shown.hash) return;
      if (hasUnsaved() && !isGranted.current) {
        setWished(next);
        // The browser has already navigated, which can't be prevented: navigate back.
        history.go(shown.at - next.at);
        return;
      }
      isGranted.current = false;
      setWished(null);
      setShown(next);
    };
    window.addEventListener('hashchange', follow);
    follow();
    return () => window.removeEventListener('hashchange', follow);
  }, [shown]);
  if (wished === null) return { parts: partsOf(shown.hash), asks: null };
  const stay = () => setWished(null);
  const go = () => {
    isGranted.current = true;
    history.go(wished.at - shown.at);
  };
  return { parts: partsOf(shown.hash), asks: { go, stay } };
}

/** An entry of the browser's history, and its place among those of this application. */
interface Entry {
  hash: string;
  at: number;
}

/** The current entry; a new one gets the given position. */
function entryNow(placeOfNew: number): Entry {
  const known = (history.state as Partial<Entry> | null)?.at;
  const at = known ?? placeOfNew;
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
