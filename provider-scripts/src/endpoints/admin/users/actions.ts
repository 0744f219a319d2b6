/** Administrators' actions on a user: end all sessions, remove the account from devices. */
import type { Response } from 'keycloak';
import { endAllOf, endOfDevice } from '../../../account/refresh-tokens.ts';
import { deleteDevice, deleteDevicesOfUser } from '../../../device/rows.ts';
import { newAdminEvent } from '../../../events/admin-event.ts';
import { ADMIN_RESOURCE } from '../../../ids.ts';
import { requireRealm } from '../../../keycloak/realm.ts';
import type { AdminCall } from '../../../request/admin-call.ts';
import { noContent, notFoundResponse } from '../../../response/responses.ts';
import { managedAccount } from './account.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');
const OperationType = Java.type('org.keycloak.events.admin.OperationType');
const Time = Java.type('org.keycloak.common.util.Time');

/** Ends all sessions of an account as Keycloak's own `logout` does: clients are notified, and earlier tokens are no longer valid. */
export function signOutUser(call: AdminCall): Response {
  const { session, auth } = call;
  const user = managedAccount(call);
  if (user === null) return notFoundResponse();
  const realm = requireRealm(session);
  session.users().setNotBeforeForUser(realm, user, Time.currentTime());
  endAllOf(session, user);
  for (const live of session.sessions().getUserSessionsStream(realm, user).toList())
    AuthenticationManager.backchannelLogout(session, live, true);
  newAdminEvent(session, auth, 'USER', `users/${user.getId()}/logout`)
    .operation(OperationType.ACTION)
    .success();
  return noContent(session).build();
}

/** Removes an account from all devices; refresh tokens end. */
export function forgetDevices(call: AdminCall): Response {
  const user = managedAccount(call);
  if (user === null) return notFoundResponse();
  deleteDevicesOfUser(call.session, requireRealm(call.session).getId(), user.getId());
  endOfDevice(call.session, user, 'any');
  return forgotten(call, `users/${user.getId()}/devices`);
}

/** Removes an account from one device; the refresh tokens of its sign-ins there end. */
export function forgetDevice(call: AdminCall): Response {
  const user = managedAccount(call);
  const device = call.ids[1] ?? '';
  if (user === null || !deleteDevice(call.session, requireRealm(call.session).getId(), user.getId(), device))
    return notFoundResponse();
  endOfDevice(call.session, user, device);
  return forgotten(call, `users/${user.getId()}/devices/${device}`);
}

function forgotten({ session, auth }: AdminCall, path: string): Response {
  newAdminEvent(session, auth, 'LINKGATE_DEVICE', `${ADMIN_RESOURCE}/${path}`)
    .operation(OperationType.DELETE)
    .success();
  return noContent(session).build();
}
