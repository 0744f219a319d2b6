/** Whom a step sends a link to, and whether it may: the response is the same either way. */

import type { KeycloakSession, UserModel } from 'keycloak';
import { type KnownAccount, lookUpAccount } from '../../accounts/account.ts';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { lockOf } from '../../accounts/brute-force.ts';
import { hasCredentials } from '../../accounts/credentials.ts';
import { isProven } from '../../accounts/proof.ts';
import { smtpSettings } from '../../email/smtp.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import type { StepSettings } from '../../realm/flow/parse.ts';
import { emailOf, type Subject } from './subject.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');
const ModelDuplicateException = Java.type('org.keycloak.models.ModelDuplicateException');

/** The recipient of a link. */
export interface Recipient {
  /** Normalised; where nobody gets the email, an address that the mail server can be asked about. */
  email: string;
  account: KnownAccount | null;
  /** Whether the link must not be sent. */
  withheld: boolean;
  /** What the limit counts under that the response depends on: what was typed, never whose it is. */
  limitedBy: string;
  /** What the limit of delivered links counts under; null if `limitedBy` is the user's own address, and they may learn of it. */
  deliversTo: string | null;
}

/** No account has this id, or this address. */
const NOBODY = 'nobody@linkgate.invalid';

/**
 * For a typed name or address, or the user whom the flow has identified; null for text that can't be either.
 *
 * @param invited the address that the tab's invitation is for, which may be new while sign-up is closed
 */
export function recipientOf(
  session: KeycloakSession,
  subject: Subject,
  typed: string,
  settings: StepSettings,
  invited: string | null = null,
): Recipient | null {
  const name = (subject.kind === 'named' ? subject.name : typed).trim();
  if (subject.kind === 'unknown' && (name === '' || name.length > LONGEST_NAME)) return null;
  const user = subject.kind === 'known' ? subject.user : find(session, name);
  const email = user === null ? normaliseOnServer(name) : emailOf(user);
  const limits = limitsFor(subject, name, email);
  // The same statements, whatever they find.
  const account = lookUpAccount(session, email ?? NOBODY);
  const isUsed = hasCredentials(session, user?.getId() ?? NOBODY);
  if (user === null) {
    const mayBeNew = subject.kind === 'unknown' || (subject.kind === 'named' && subject.mayBeNew);
    const isOpen = settings.signUp === 'open' || email === invited;
    const isNew = mayBeNew && email !== null && account === null && isOpen;
    return isNew ? { email, account: null, withheld: false, ...limits } : nobody(session, email, limits);
  }
  if (email === null) return nobody(session, null, limits);
  const blocked = (reason: KnownAccount['blocked']): Recipient => ({
    email,
    account: { id: user.getId(), blocked: reason, language: account?.language ?? null },
    withheld: true,
    ...limits,
  });
  if (account?.id !== user.getId()) return blocked(account?.blocked ?? 'account_ambiguous');
  const reason = account.blocked ?? lockOf(session, user);
  if (reason !== null) return blocked(reason);
  const isRejected =
    settings.unverified === 'reject' && isUsed && !isProven(session, requireRealm(session), user);
  return isRejected && !(subject.kind === 'known' && subject.proven)
    ? blocked('email_not_verified')
    : { email, account, withheld: false, ...limits };
}

/** What a request counts under. A user whom another factor has proven may learn that their own address has had too many links. */
function limitsFor(
  subject: Subject,
  typed: string,
  email: string | null,
): Pick<Recipient, 'limitedBy' | 'deliversTo'> {
  if (subject.kind === 'known' && subject.proven && email !== null)
    return { limitedBy: email, deliversTo: null };
  const name = subject.kind === 'known' ? (subject.name ?? subject.user.getId()) : typed;
  const limitedBy = normaliseOnServer(name) ?? name.toLowerCase();
  return { limitedBy, deliversTo: email ?? limitedBy };
}

/** The longest name or address that is looked up, in characters. */
export const LONGEST_NAME = 255;

/** As Keycloak's own pages find a user, and by the address, which is what is typed here. */
function find(session: KeycloakSession, name: string): UserModel | null {
  const realm = requireRealm(session);
  try {
    const found = KeycloakModelUtils.findUserByNameOrEmail(session, realm, name);
    if (found !== null || realm.isDuplicateEmailsAllowed()) return found;
    const email = normaliseOnServer(name);
    return email === null ? null : session.users().getUserByEmail(realm, email);
  } catch (failure) {
    if (failure instanceof ModelDuplicateException) return null;
    throw failure;
  }
}

/** Asks the mail server about the realm's own address where nothing else could be an address. */
function nobody(
  session: KeycloakSession,
  email: string | null,
  limits: Pick<Recipient, 'limitedBy' | 'deliversTo'>,
): Recipient {
  return {
    email: email ?? normaliseOnServer(smtpSettings(session).from ?? '') ?? NOBODY,
    account: { id: null, blocked: 'user_not_found', language: null },
    withheld: true,
    ...limits,
  };
}
