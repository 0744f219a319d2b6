/** Keycloak's admin events, recorded if the realm has them enabled. They must never contain a link, a token or a code. */
import type { AdminPermissionEvaluator, KeycloakSession } from 'keycloak';
import type { JsonValue } from '../../platform/engine/json-value.ts';
import { toJava } from '../../platform/engine/to-java.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';

const JavaAdminEventBuilder = Java.type('org.keycloak.services.resources.admin.AdminEventBuilder');
const OperationType = Java.type('org.keycloak.events.admin.OperationType');

/** The resource types of admin events: Linkgate's, and Keycloak's own (`ResourceType`). */
export type AdminEventResource =
  | 'LINKGATE_LINK'
  | 'LINKGATE_REFERRAL'
  | 'LINKGATE_INVITATION'
  | 'LINKGATE_LIMIT'
  | 'LINKGATE_DEVICE'
  | 'LINKGATE_SIGN_UP_RULE'
  | 'LINKGATE_EMAIL_SUPPRESSION'
  | 'AUTH_FLOW'
  | 'AUTHENTICATOR_CONFIG'
  | 'CLIENT'
  | 'IDENTITY_PROVIDER'
  | 'REALM'
  | 'USER';

export type AdminEventOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'ACTION';

/** An administrator, and the session of the request. */
export interface AdminActor {
  session: KeycloakSession;
  auth: Pick<AdminPermissionEvaluator, 'adminAuth'>;
}

/** Emits the event of an operation on the resource at a path below the realm's admin API. */
export function emitAdminEvent(
  { session, auth }: AdminActor,
  operation: AdminEventOperation,
  resource: AdminEventResource,
  path: string,
  representation?: JsonValue,
): void {
  const connection = session.getContext().getConnection();
  const event = new JavaAdminEventBuilder(requireRealm(session), auth.adminAuth(), session, connection)
    .resource(resource)
    .resourcePath(path)
    .operation(OperationType[operation]);
  if (representation !== undefined) event.representation(toJava(representation));
  event.success();
}
