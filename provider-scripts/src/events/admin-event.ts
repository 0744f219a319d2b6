/** Keycloak's record of what its administrators do, kept if the realm has it enabled. Never give it a link, a token or a code. */
import type { AdminEventBuilder, AdminPermissionEvaluator, KeycloakSession } from 'keycloak';
import { requireRealm } from '../keycloak/realm.ts';

const JavaAdminEventBuilder = Java.type('org.keycloak.services.resources.admin.AdminEventBuilder');

/** The types of resources that administrators work on here: Keycloak's own (`ResourceType`) where it is Keycloak's. */
export type AdminEventResource =
  | 'LINKGATE_LINK'
  | 'LINKGATE_REFERRAL'
  | 'LINKGATE_INVITATION'
  | 'LINKGATE_RATE'
  | 'LINKGATE_DEVICE'
  | 'CLIENT'
  | 'REALM'
  | 'USER';

/** A new event about what a path below the realm's admin API names. */
export function newAdminEvent(
  session: KeycloakSession,
  auth: AdminPermissionEvaluator,
  resource: AdminEventResource,
  path: string,
): AdminEventBuilder {
  const connection = session.getContext().getConnection();
  return new JavaAdminEventBuilder(requireRealm(session), auth.adminAuth(), session, connection)
    .resource(resource)
    .resourcePath(path);
}
