/** Requests a change of the user's address: both addresses get a link, and nothing changes before both are confirmed. */
import type { KeycloakSession, UserModel } from 'keycloak';
import { lookUpAccount } from '../../accounts/account.ts';
import { addressOf } from '../../accounts/address/account-address.ts';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { mailboxIn } from '../../accounts/address/mailbox.ts';
import { accountTransport, sendAccountEmail } from '../../email/account-email.ts';
import { isEmailBusy } from '../../email/branded-email.ts';
import { type Delivery, deliverInTurn, reserveAndStore } from '../../email/delivery/deliver.ts';
import { canSendTo } from '../../email/smtp-properties.ts';
import { shieldResponse } from '../../http/pages/shield.ts';
import { CHANGE_LIFETIME_SECONDS, type Side } from '../../links/address-change/change.ts';
import { deleteChange, storeChange } from '../../links/address-change/rows.ts';
import { changeKey, newChangeToken } from '../../links/address-change/tokens.ts';
import { emit } from '../../observability/events/emit.ts';
import { newRowId } from '../../platform/database/row-id.ts';
import { inRetriedTransaction } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { checkFixedHostname } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { lifetimeOf } from '../../realm/language/durations.ts';
import { limitKeyOf, linkLimits, recordLimitStatuses } from '../../realm/limits/count.ts';
import { see } from '../../realm/limits/sightings.ts';
import { accountPageUrl } from '../../realm/settings/account-page-policy.ts';
import { settingOf } from '../../realm/settings/of.ts';
import { REALM } from '../../realm/settings/table.ts';
import { type Cause, judge, reportAsked, settleProof, shieldDetails } from '../../realm/shield/shield.ts';
import { reportSignUpRejected, signUpRejection } from '../../realm/sign-up-rules/rules.ts';
import type { Failed } from './failed.ts';
import type { SignedIn } from './signed-in.ts';

const UpdateEmail = Java.type('org.keycloak.authentication.requiredactions.UpdateEmail');
const ValidationException = Java.type('org.keycloak.userprofile.ValidationException');

/** Keycloak's errors for an address that another account has: the requester doesn't learn that. */
const TAKEN_ERRORS: readonly string[] = ['emailExistsMessage', 'usernameExistsMessage'];

/** What a proof of the shield counts for here, instead of a client. */
const PROOF_USE = 'change of address';

/** Why no links were sent, or the challenge to solve first. */
type Unsent = { failed: Failed } | { unproven: Problem };

/** The path of the links, below the page. */
export const ADDRESS_PATH = 'address';

/**
 * Requests a change to an address as typed. The response and what it takes are the same whether or not another account has the address, or the rules
 * for sign-up reject it: its mail server is asked, but gets no email, and so the change is never confirmed.
 *
 * @returns null if the links were sent; otherwise why they weren't, or the challenge to solve first
 */
export function requestAddressChange({ session, user }: SignedIn, typed: string): Unsent | null {
  const oldEmail = addressOf(user);
  const newEmail = normaliseOnServer(mailboxIn(typed).email);
  const transport = accountTransport(session);
  if (oldEmail === null || newEmail === null || !canSendTo(transport.smtp, newEmail))
    return { failed: 'invalid-address' };
  if (newEmail === oldEmail) return { failed: 'same-address' };
  if (!isAllowed(session, user, newEmail)) return { failed: 'invalid-address' };
  if (checkFixedHostname(session) !== null || isEmailBusy(transport)) return { failed: 'not-sent' };
  const cause: Cause = { by: 'stranger', typed: newEmail, response: shieldResponse(session) };
  // Each email counts by itself. The old address gets the first: a stranger's gets none from an account whose own address fails.
  const limitKeys = {
    old: linkLimits(session, oldEmail),
    new: [limitKeyOf(session, 'link-email', newEmail)],
  };
  const seen = see(session, [...limitKeys.new, ...limitKeys.old], true);
  // Also in a browser that remembers the account: the new address isn't the account's.
  const judged = judge(session, settingOf(requireRealm(session), REALM.shield), PROOF_USE, cause, seen);
  if (judged.asks !== null) {
    reportAsked(session, judged);
    return withoutProof(judged.asks.problem);
  }
  const change = {
    id: newRowId(),
    userId: user.getId(),
    oldEmail,
    newEmail,
    confirmedAt: { old: null, new: null },
    expiresAt: currentTime() + CHANGE_LIFETIME_SECONDS,
  };
  const tokens = { old: newChangeToken('old'), new: newChangeToken('new') };
  const keys = { old: changeKey(tokens.old), new: changeKey(tokens.new) };
  const { reservation, isTaken, rejectedBy } = inRetriedTransaction(session, (own) => ({
    isTaken: lookUpAccount(own, newEmail) !== null,
    rejectedBy: signUpRejection(own, newEmail, 'address-change'),
    reservation: reserveAndStore(
      own,
      [...limitKeys.old, ...limitKeys.new, ...(judged.proof === null ? [] : [judged.proof])],
      () => storeChange(own, change, keys),
    ),
  }));
  const settled = settleProof(session, PROOF_USE, cause, reservation);
  if ('problem' in settled) return withoutProof(settled.problem);
  if (recordLimitStatuses(session, settled.statuses) !== null) return { failed: 'limited' };
  const send = (side: Side, withheld: boolean) =>
    sendAccountEmail(
      session,
      {
        user,
        to: side === 'old' ? oldEmail : newEmail,
        template: 'address-change',
        subject: 'linkgateAddressChangeSubject',
        attributes: {
          side,
          // The new address may be a stranger's, who learns nothing about the account.
          newEmail: side === 'old' ? newEmail : null,
          link: `${accountPageUrl(session)}/${ADDRESS_PATH}?token=${tokens[side]}`,
          lifetime: lifetimeOf(CHANGE_LIFETIME_SECONDS),
        },
        withheld,
      },
      transport,
    );
  const delivery = (side: Side, withheld: boolean): Delivery => ({
    reserved: { limitKeys: limitKeys[side], at: reservation.at },
    transport,
    send: () => send(side, withheld),
    // Logged where it is sent.
    report: () => {},
    compensate: (own) => {
      deleteChange(own, change.id);
      return true;
    },
    // If an email arrives nevertheless, its link says that it doesn't work.
    revoke: (own) => {
      deleteChange(own, change.id);
    },
  });
  const outcome = deliverInTurn(session, [
    delivery('old', false),
    delivery('new', isTaken || rejectedBy !== null),
  ]);
  if (outcome !== 'sent') return { failed: 'not-sent' };
  if (rejectedBy !== null) reportSignUpRejected(session, rejectedBy, 'address-change');
  emit(session, 'address_change_requested', { userId: user.getId(), details: shieldDetails(judged) });
  return null;
}

/** Without a challenge, the shield lets nobody through for now. */
function withoutProof(wrong: Problem): Unsent {
  return wrong.challenge === undefined ? { failed: 'not-sent' } : { unproven: wrong };
}

/** Whether the realm's user profile accepts the address for this account, as at Keycloak's own page; an account that has it doesn't count. */
function isAllowed(session: KeycloakSession, user: UserModel, email: string): boolean {
  try {
    UpdateEmail.validateEmailUpdate(session, user, email);
    return true;
  } catch (failure) {
    if (!(failure instanceof ValidationException)) throw failure;
    // With any other error, an address that is taken must not differ from one that isn't.
    for (const error of failure.getErrors()) if (!TAKEN_ERRORS.includes(error.getMessage())) return false;
    return true;
  }
}
