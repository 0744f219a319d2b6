/** Keycloak's admin events, recorded if the realm has them enabled. They must never contain a link, a token or a code. */
import type { AdminEventBuilder, AdminPermissionEvaluator, KeycloakSession } from 'keycloak';
import { requireRealm } from '../../platform/keycloak/realm.ts';

const JavaAdminEventBuilder = Java.type('org.keycloak.services.resources.admin.AdminEventBuilder');

/** The resource types of admin events: Linkgate's, and Keycloak's own (`ResourceType`). */
export type AdminEventResource =
  | 'LINKGATE_LINK'
  | 'LINKGATE_REFERRAL'
  | 'LINKGATE_INVITATION'
  | 'LINKGATE_RATE'
  | 'LINKGATE_DEVICE'
  | 'AUTH_FLOW'
  | 'CLIENT'
  | 'IDENTITY_PROVIDER'
  | 'REALM'
  | 'USER';

/** A new event about the resource at a path below the realm's admin API. */
export function newAdminEvent(
  session: KeycloakSession,
  auth: Pick<AdminPermissionEvaluator, 'adminAuth'>,
  resource: AdminEventResource,
  path: string,
): AdminEventBuilder {
  const connection = session.getContext().getConnection();
  return new JavaAdminEventBuilder(requireRealm(session), auth.adminAuth(), session, connection)
    .resource(resource)
    .resourcePath(path);
}
