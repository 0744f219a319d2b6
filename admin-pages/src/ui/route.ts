/** Which page is shown: by what stands behind `#` in the address. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { hasUnsaved } from './unsaved.ts';

/** Which page is shown, and which is to come once somebody gives up what isn't saved on this one. */
interface Route {
  /** The parts behind `#/`. */
  parts: string[];
  /** Leaves, or stays; null where nobody is to be asked. */
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
        // A browser says that it has gone there, and can't be kept from it: it is led back.
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

/** The one that the browser is at; a new one is in the place that is given. */
function entryNow(placeOfNew: number): Entry {
  const known = (history.state as Partial<Entry> | null)?.at;
  const at = known ?? placeOfNew;
  if (known === undefined) history.replaceState({ at }, '');
  return { hash: location.hash, at };
}

/** The parts behind `#/`. */
function partsOf(hash: string): string[] {
  return hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeURIComponent);
}

/** The address of a page. */
export function hrefTo(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** Goes to a page. */
export function goTo(...parts: string[]): void {
  location.hash = hrefTo(...parts);
}
