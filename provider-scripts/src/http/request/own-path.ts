/** The part of a request's path that follows the name of one of Linkgate's own resources. */
import type { KeycloakSession } from 'keycloak';
import { pathOf } from '../../platform/session/address.ts';
import { withoutTrailingSlashes } from './realm-path.ts';

/** The realm's prefix of a path, also in the admin API; a realm may have the name of a resource. */
const REALM = /^\/?(admin\/)?realms\/[^/]+\//;

/** The rest without leading or trailing slashes; empty for the resource itself. */
export function pathBelow(session: KeycloakSession, resource: string): string {
  const own = pathOf(session).replace(REALM, '');
  return withoutTrailingSlashes(own.slice(resource.length).replace(/^\/+/, ''));
}
