/** Linkgate's admin endpoint that lists the routes of the realm's emails. */

import { ADMIN_RESOURCE } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { callLinkgate, readResult } from './call.ts';
import type { RealmAdmin } from './connect.ts';

/** A route; `has_secret` is whether the server's vault gives its secret, and null if it needs none. */
export interface ListedRoute {
  readonly name: string;
  readonly kind: string;
  readonly has_secret: boolean | null;
}

/** Lists the routes; undefined if the realm has neither `linkgate.enabled` nor the step. */
export async function listEmailRoutes(admin: RealmAdmin): Promise<readonly ListedRoute[] | undefined> {
  const response = await callLinkgate(admin, 'GET', `${ADMIN_RESOURCE}/email-routes`);
  if (response.status === 404) return undefined;
  const { routes } = (await readResult(response, {
    what: `email routes of realm ${admin.realm}`,
    lacks: 'these credentials lack the role view-realm',
    missing: 'the server has no plugin',
  })) as { routes: readonly ListedRoute[] };
  return routes;
}
