/** Detects accounts with administrator roles. */
import type { KeycloakSession, RoleModel, UserModel } from 'keycloak';
import { requireRealm } from '../platform/keycloak/realm.ts';

const AdminRoles = Java.type('org.keycloak.models.AdminRoles');
const Config = Java.type('org.keycloak.Config');
const Constants = Java.type('org.keycloak.models.Constants');
const RoleUtils = Java.type('org.keycloak.models.utils.RoleUtils');

/** Whether an account has one of Keycloak's administrator roles, directly, through a group or through another role. */
export function hasAdminRole(session: KeycloakSession, user: UserModel): boolean {
  const realm = requireRealm(session);
  const isAdminRealm = realm.getName() === Config.getAdminRealm();
  const management = realm.getClientByClientId(Constants.REALM_MANAGEMENT_CLIENT_ID);
  // In the realm that administers all others, a client holds the roles for each of them.
  const isAdminRole = (role: RoleModel) =>
    isAdminRealm
      ? AdminRoles.ALL_ROLES.contains(role.getName())
      : management !== null && role.getContainerId() === management.getId();
  for (const role of RoleUtils.getDeepUserRoleMappings(user).toArray()) if (isAdminRole(role)) return true;
  return false;
}
