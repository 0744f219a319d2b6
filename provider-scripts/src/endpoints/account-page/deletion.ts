/** Deletes a user's account, as Keycloak's own action does. */

import { shownAddress } from '../../accounts/address/account-address.ts';
import { hasAdminRole } from '../../accounts/admin-roles.ts';
import { endAllSessions } from '../../accounts/sign-out.ts';
import { accountTransport, sendAccountEmail } from '../../email/account-email.ts';
import { deliverAccountNotice } from '../../email/delivery/account-notice.ts';
import { emitWithin } from '../../observability/events/emit.ts';
import { log } from '../../platform/engine/log.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { settingOf } from '../../realm/settings/of.ts';
import { REALM } from '../../realm/settings/table.ts';
import type { SignedIn } from './signed-in.ts';

const UserManager = Java.type('org.keycloak.models.UserManager');

/** Whether users may delete their account; administrators can't, so that a realm doesn't lose its last one. */
export function mayDeleteAccount({ session, user }: SignedIn): boolean {
  const isAllowed = settingOf(requireRealm(session), REALM.accountDeletion);
  return isAllowed && !hasAdminRole(session, user);
}

/**
 * Deletes it. An email tells its address first, and nothing is deleted without it: nobody deletes an account without a word to its owner.
 * Clients of its sessions are notified, and Linkgate's rows are deleted with the account.
 */
export function deleteAccount({
  session,
  user,
}: SignedIn): 'deleted' | 'limited' | 'not-sent' | 'not-deleted' {
  const realm = requireRealm(session);
  const [userId, to] = [user.getId(), shownAddress(user)];
  if (to === null) return 'not-sent';
  const email = { user, to, template: 'account-deleted', subject: 'linkgateAccountDeletedSubject' } as const;
  const transport = accountTransport(session);
  const outcome = deliverAccountNotice(session, to, transport, () =>
    sendAccountEmail(session, email, transport),
  );
  if (outcome === 'limited') return 'limited';
  if (outcome !== 'sent') return 'not-sent';
  // Sending ended the transaction in which the user was read.
  const current = session.users().getUserById(realm, userId);
  if (current === null) return 'not-deleted';
  endAllSessions(session, current);
  if (!new UserManager(session).removeUser(realm, current)) {
    log.warn(`realm "${realm.getName()}": an account was not deleted: its user store rejects that`);
    session.getTransactionManager().setRollbackOnly();
    return 'not-deleted';
  }
  emitWithin(session, 'account_deleted', { userId });
  return 'deleted';
}
