/** Finds the account that a path of the admin API names, once the caller may change it. */
import type { UserModel } from 'keycloak';
import { requireRealm } from '../../../keycloak/realm.ts';
import { type AdminCall, idOf } from '../../../request/admin-call.ts';

/** Finds the account; null if there is none. */
export function managedAccount(call: AdminCall): UserModel | null {
  const { session, auth } = call;
  const user = session.users().getUserById(requireRealm(session), idOf(call));
  if (user === null) auth.users().requireManage();
  else auth.users().requireManage(user);
  return user;
}
