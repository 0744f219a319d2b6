/** The administrator's permissions, as the server reports them; the server checks each request itself. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { About } from '../../generated/admin-api.d.ts';

/** The areas with separate permissions; each has two roles of Keycloak's client `realm-management`. */
export type Area = keyof About['rights'];

/** The application's data about the realm and the administrator. */
export const AboutContext = createContext<{ about: About; replace: (about: About) => void } | null>(null);

function useAboutContext() {
  const context = useContext(AboutContext);
  if (context === null) throw new Error('AboutContext has no provider');
  return context;
}

export function useAbout(): About {
  return useAboutContext().about;
}

/** Returns a function that replaces the data on all pages, with a response. */
export function useSetAbout(): (about: About) => void {
  return useAboutContext().replace;
}

/** The roles that allow viewing an area, or changing it. */
export function rolesFor(area: Area, right: 'view' | 'manage'): string[] {
  const roles = [`view-${area}`, `manage-${area}`];
  return right === 'view' ? roles : roles.slice(1);
}
