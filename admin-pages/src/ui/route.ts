/** Which page is shown: by what stands behind `#` in the address. */
import { useEffect, useState } from 'preact/hooks';

/** The parts behind `#/`. */
export function useRoute(): string[] {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const follow = () => setRoute(readRoute());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return route;
}

function readRoute(): string[] {
  return location.hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeURIComponent);
}

/** The address of a page. */
export function hrefTo(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** Goes to a page. */
export function goTo(...parts: string[]): void {
  location.hash = hrefTo(...parts);
}
