/** Accounts that may administer: nobody signs them in anywhere but where they open their link. */
import type { KeycloakSession, RoleModel, UserModel } from 'keycloak';
import { requireRealm } from '../keycloak/base-url.ts';

const AdminRoles = Java.type('org.keycloak.models.AdminRoles');
const Config = Java.type('org.keycloak.Config');
const Constants = Java.type('org.keycloak.models.Constants');
const RoleUtils = Java.type('org.keycloak.models.utils.RoleUtils');

/** Whether an account has a role of Keycloak's for administrators, by itself, by a group or within another role. */
export function hasAdminRole(session: KeycloakSession, user: UserModel): boolean {
  const realm = requireRealm(session);
  const isAdminRealm = realm.getName() === Config.getAdminRealm();
  const management = realm.getClientByClientId(Constants.REALM_MANAGEMENT_CLIENT_ID);
  // In the realm that administers all others a client has the roles of each.
  const isOfAdmins = (role: RoleModel) =>
    isAdminRealm
      ? AdminRoles.ALL_ROLES.contains(role.getName())
      : management !== null && role.getContainerId() === management.getId();
  for (const role of RoleUtils.getDeepUserRoleMappings(user).toArray()) if (isOfAdmins(role)) return true;
  return false;
}
