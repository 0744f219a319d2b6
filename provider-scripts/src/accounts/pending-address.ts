/** Keycloak's own change of an address (its action *Update Email*), which waits for its link to be opened. */
import type { UserModel } from 'keycloak';
import { ifWritable } from './proof.ts';

/** Keycloak's attribute with the new address, and its action. */
const PENDING_ADDRESS = 'kc.email.pending';
const UPDATE_EMAIL = 'UPDATE_EMAIL';

/** Drops it: its link then changes nothing. */
export function dropPendingAddress(user: UserModel): void {
  if (user.getFirstAttribute(PENDING_ADDRESS) === null) return;
  ifWritable(() => {
    user.removeAttribute(PENDING_ADDRESS);
    user.removeRequiredAction(UPDATE_EMAIL);
  });
}
