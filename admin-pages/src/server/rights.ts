/** What the administrator may do, as the server says it; the server checks each call by itself. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { About } from '../../generated/admin-api.d.ts';

/** Whose rights there are; each is of two roles of Keycloak's client `realm-management`. */
export type Area = keyof About['rights'];

/** What the application knows of the realm and the administrator. */
export const AboutContext = createContext<About | null>(null);

export function useAbout(): About {
  const about = useContext(AboutContext);
  if (about === null) throw new Error('only within the application');
  return about;
}

/** The roles that let somebody look at an area, or change it. */
export function rolesFor(area: Area, right: 'view' | 'manage'): string[] {
  const roles = [`view-${area}`, `manage-${area}`];
  return right === 'view' ? roles : roles.slice(1);
}
