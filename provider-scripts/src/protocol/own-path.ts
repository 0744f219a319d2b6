/** What of a request's path comes behind the name of one of Linkgate's own resources. */
import type { KeycloakSession } from 'keycloak';

/** The rest without slashes at its ends; empty at the resource itself. */
export function pathBehind(session: KeycloakSession, resource: string): string {
  const path = session.getContext().getUri().getPath();
  return path.slice(path.indexOf(`/${resource}`) + resource.length + 1).replace(/^\/+|\/+$/g, '');
}
