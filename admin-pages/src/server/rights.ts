/** What the administrator may do, as the server says it; the server checks each call by itself. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { About } from '../../generated/admin-api.d.ts';

/** Whose rights there are; each is of two roles of Keycloak's client `realm-management`. */
export type Area = keyof About['rights'];

/** What the application knows of the realm and the administrator. */
export const AboutContext = createContext<{ about: About; put: (about: About) => void } | null>(null);

function useKnown() {
  const known = useContext(AboutContext);
  if (known === null) throw new Error('only within the application');
  return known;
}

export function useAbout(): About {
  return useKnown().about;
}

/** Puts what a call has answered in its place, for all pages. */
export function usePutAbout(): (about: About) => void {
  return useKnown().put;
}

/** The roles that let somebody look at an area, or change it. */
export function rolesFor(area: Area, right: 'view' | 'manage'): string[] {
  const roles = [`view-${area}`, `manage-${area}`];
  return right === 'view' ? roles : roles.slice(1);
}
