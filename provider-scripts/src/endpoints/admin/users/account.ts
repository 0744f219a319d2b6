/** Finds the account that a path of the admin API names, once the caller may change it. */
import type { UserModel } from 'keycloak';
import { type AdminCall, idOf } from '../../../http/request/admin-call.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';

/** Finds the account; null if there is none. */
export function managedAccount(call: AdminCall): UserModel | null {
  const { session, auth } = call;
  const user = session.users().getUserById(requireRealm(session), idOf(call));
  if (user === null) auth.users().requireManage();
  else auth.users().requireManage(user);
  return user;
}
