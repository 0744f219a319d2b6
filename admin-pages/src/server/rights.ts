/** The administrator's permissions, as the server reports them; the server checks each request itself. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { About } from '../../generated/admin-api.d.ts';

/** The areas with permissions of their own; each has two roles of Keycloak's client `realm-management`. */
export type Area = keyof About['rights'];

/** The application's data about the realm and the administrator. */
export const AboutContext = createContext<{ about: About; put: (about: About) => void } | null>(null);

function useKnown() {
  const known = useContext(AboutContext);
  if (known === null) throw new Error('only within the application');
  return known;
}

export function useAbout(): About {
  return useKnown().about;
}

/** Replaces it with a response, for all pages. */
export function usePutAbout(): (about: About) => void {
  return useKnown().put;
}

/** The roles that allow viewing an area, or changing it. */
export function rolesFor(area: Area, right: 'view' | 'manage'): string[] {
  const roles = [`view-${area}`, `manage-${area}`];
  return right === 'view' ? roles : roles.slice(1);
}
