/** Administrators' actions on a user: end all sessions, remove the account from devices. */
import type { Response, UserModel } from 'keycloak';
import { deleteDevicesOfUser } from '../../../accounts/device/rows.ts';
import { forgetDeviceOf } from '../../../accounts/forget.ts';
import { endAllSessions, endOfDevice } from '../../../accounts/sign-out.ts';
import { type AdminCall, idOf } from '../../../http/request/admin-call.ts';
import { noContent, notFoundResponse } from '../../../http/response/responses.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { realmIdOf, requireRealm } from '../../../platform/keycloak/realm.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';

/** Ends all sessions of an account. */
export function signOutUser(call: AdminCall): Response {
  const { session } = call;
  const user = managedAccount(call);
  if (user === null) return notFoundResponse();
  endAllSessions(session, user);
  emitAdminEvent(call, 'ACTION', 'USER', `users/${user.getId()}/logout`);
  return noContent(session).build();
}

/** Removes an account from all devices; its sign-ins there end. */
export function forgetDevices(call: AdminCall): Response {
  const user = managedAccount(call);
  if (user === null) return notFoundResponse();
  deleteDevicesOfUser(call.session, realmIdOf(call.session), user.getId());
  endOfDevice(call.session, user, 'any');
  return forgotten(call, `users/${user.getId()}/devices`);
}

/** Removes an account from one device; its sign-ins there end. */
export function forgetDevice(call: AdminCall): Response {
  const user = managedAccount(call);
  const device = call.ids[1] ?? '';
  if (user === null || !forgetDeviceOf(call.session, user, device)) return notFoundResponse();
  return forgotten(call, `users/${user.getId()}/devices/${device}`);
}

function forgotten(call: AdminCall, path: string): Response {
  emitAdminEvent(call, 'DELETE', 'LINKGATE_DEVICE', `${ADMIN_RESOURCE}/${path}`);
  return noContent(call.session).build();
}

/** Finds the account; null if there is none. */
function managedAccount(call: AdminCall): UserModel | null {
  const { session, auth } = call;
  const user = session.users().getUserById(requireRealm(session), idOf(call));
  if (user === null) auth.users().requireManage();
  else auth.users().requireManage(user);
  return user;
}
