/** Deletes an account's rows together with the account. */
import type { KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { addressOf } from '../../accounts/address/account-address.ts';
import { deleteTakeover } from '../../accounts/claim-account.ts';
import { deleteDevicesOfUser } from '../../accounts/device/rows.ts';
import { endAllSessions } from '../../accounts/sign-out.ts';
import { addressKey } from '../../email/feedback/address-key.ts';
import { deleteEmailsOf } from '../../email/feedback/emails.ts';
import { deleteSuppressionsOf, hasStoredEmails } from '../../email/feedback/suppressions.ts';
import { deleteChangesOf } from '../../links/address-change/rows.ts';
import { deleteInvitationsOf } from '../../links/invitation/rows.ts';
import { deleteLinksOfAccount } from '../../links/magic-link/rows.ts';
import { deleteUsesOfUser } from '../../links/referral/uses.ts';
import { inBackground } from '../../platform/database/background.ts';
import { type DeleteRows, deleteAll, deleteUnlocked } from '../../platform/database/delete-rows.ts';
import { inOwnTransaction } from '../../platform/database/sql.ts';
import { deleteNoticesOfUser } from '../../sign-in/new-device/rows.ts';

const Deliveries = Java.type('org.linkgate.host.Deliveries');

/**
 * Called before Keycloak deletes an account and its sessions, in a Linkgate realm: their clients are notified. A deletion in the background has no
 * request, which Keycloak needs for that.
 */
export function accountRemoving(session: KeycloakSession, user: UserModel): void {
  if (session.getContext().getHttpRequest() !== null) endAllSessions(session, user);
}

/** A deleted account; its address is normalised. */
interface RemovedAccount {
  realmId: string;
  userId: string;
  email: string | null;
  /** Its key in what is stored of emails; null without an address, or where nothing is stored. */
  emailKey: string | null;
}

/**
 * Called in the transaction that deletes the account, in every realm: a stock realm may have the step, or have had it. It must not wait for locks: if Keycloak deletes an account because a user store no longer has
 * it, the thread may hold locks in an outer transaction. Locked rows are deleted after the commit.
 */
export function accountRemoved(session: KeycloakSession, realm: RealmModel, user: UserModel): void {
  const email = addressOf(user);
  const emailKey = email === null ? null : storedKeyOf(session, realm, email);
  const removed: RemovedAccount = { realmId: realm.getId(), userId: user.getId(), email, emailKey };
  deleteTakeover(session, removed.realmId, removed.userId);
  deleteUsesOfUser(session, removed.realmId, removed.userId);
  if (deleteRowsOf(session, removed, deleteUnlocked)) return;
  const factory = session.getKeycloakSessionFactory();
  Deliveries.afterCommit(session, () =>
    inBackground(factory, 'deleting what is left of a removed account', (later) => {
      inOwnTransaction(later, (own) => deleteRowsOf(own, removed, deleteAll));
    }),
  );
}

/** The key of an address; null where nothing is stored of any, since making one may make the realm a key. */
function storedKeyOf(session: KeycloakSession, realm: RealmModel, email: string): string | null {
  if (!hasStoredEmails(session, realm.getId())) return null;
  const context = session.getContext();
  const former = context.getRealm();
  context.setRealm(realm);
  try {
    return addressKey(session, email);
  } finally {
    // Null for a deletion in the background.
    context.setRealm(former as RealmModel);
  }
}

/** Deletes the rows, in the order in which the use of a link locks them. Returns whether none is left. */
function deleteRowsOf(
  session: KeycloakSession,
  { realmId, userId, email, emailKey }: RemovedAccount,
  by: DeleteRows,
): boolean {
  const links = deleteLinksOfAccount(session, realmId, userId, email, by);
  const invitations = email === null || deleteInvitationsOf(session, realmId, email, by);
  const changes = deleteChangesOf(session, realmId, userId, by);
  const notices = deleteNoticesOfUser(session, realmId, userId, by);
  const emails = deleteEmailsOf(session, realmId, userId, emailKey, by);
  const suppressions = deleteSuppressionsOf(session, realmId, userId, emailKey, by);
  return (
    deleteDevicesOfUser(session, realmId, userId, by) &&
    links &&
    invitations &&
    changes &&
    notices &&
    emails &&
    suppressions
  );
}
