/** Routing by the URL's fragment: `#/clients?search=crm&first=20`. */
import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { hasUnsaved } from './unsaved.ts';

/** The current page, and a pending navigation that would discard unsaved changes. */
interface Route {
  /** The fragment's parts after `#/`. */
  parts: string[];
  /** The fragment's parameters after `?`. */
  query: URLSearchParams;
  /** Replaces the parameters in the same entry of the browser's history; the page stays. */
  setQuery: (query: URLSearchParams) => void;
  /** Continues or cancels the pending navigation; null if there is none. */
  leaving: { go: () => void; stay: () => void } | null;
}

export const RouteContext = createContext<Route | null>(null);

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
  const { parts, query } = parsed(shown.hash);
  const setQuery = (values: URLSearchParams) => {
    const hash = fragmentOf(parts, values);
    history.replaceState(history.state, '', hash);
    setShown({ ...shown, hash });
  };
  if (pending === null) return { parts, query, setQuery, leaving: null };
  const stay = () => setPending(null);
  const go = () => {
    isConfirmed.current = true;
    history.go(pending.at - shown.at);
  };
  return { parts, query, setQuery, leaving: { go, stay } };
}

/** What a list shows. */
export interface ListQuery {
  search: string;
  state: string;
  first: number;
}

/** The last query of each list in this tab, by page. */
const lastQueries = new Map<string, URLSearchParams>();

/**
 * A list's search, filter and page, stored in the URL's fragment, so that Back, a reload and a copied URL show the same rows. A new search or
 * filter starts at the first page. A page with several lists gives each a `prefix`.
 */
export function useListQuery(prefix = ''): [ListQuery, (change: Partial<ListQuery>) => void] {
  const route = useContext(RouteContext);
  if (route === null) throw new Error('RouteContext has no provider');
  const { parts, query, setQuery } = route;
  lastQueries.set(parts.join('/'), query);
  const value = (name: keyof ListQuery) => query.get(`${prefix}${name}`) ?? '';
  const current = { search: value('search'), state: value('state'), first: wholeNumber(value('first')) };
  const change = (values: Partial<ListQuery>) => {
    const next = new URLSearchParams(query);
    for (const [name, now] of Object.entries({ ...current, first: 0, ...values })) {
      if (now === '' || now === 0) next.delete(`${prefix}${name}`);
      else next.set(`${prefix}${name}`, String(now));
    }
    setQuery(next);
  };
  return [current, change];
}

function wholeNumber(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
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

function parsed(hash: string): { parts: string[]; query: URLSearchParams } {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  return {
    parts: path.split('/').filter(Boolean).map(decoded),
    query: new URLSearchParams(query),
  };
}

/** A part that isn't encoded correctly stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function fragmentOf(parts: readonly string[], query: URLSearchParams): string {
  return `#/${parts.map(encodeURIComponent).join('/')}${query.size > 0 ? `?${query}` : ''}`;
}

/** The URL of a page. */
export function hrefTo(...parts: string[]): string {
  return fragmentOf(parts, new URLSearchParams());
}

/** The URL of a page with parameters, such as a list's filter. */
export function hrefWith(query: Readonly<Record<string, string>>, ...parts: string[]): string {
  return fragmentOf(parts, new URLSearchParams(query));
}

/** The URL of a list as it was shown last in this tab: the way back from one of its entries. */
export function hrefBackTo(...parts: string[]): string {
  return fragmentOf(parts, lastQueries.get(parts.join('/')) ?? new URLSearchParams());
}

/** Navigates to a page. */
export function goTo(...parts: string[]): void {
  location.hash = hrefTo(...parts);
}
