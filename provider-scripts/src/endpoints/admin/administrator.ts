/** Who calls, as other administrators see it. */
import type { AdminPermissionEvaluator } from 'keycloak';
import { fullName } from '../../accounts/name.ts';

/** The administrator by name, or else by username. */
export function administratorOf(auth: AdminPermissionEvaluator): string | null {
  const user = auth.adminAuth().getUser();
  return fullName(user.getFirstName(), user.getLastName()) ?? user.getUsername();
}
