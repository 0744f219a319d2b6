/** Whom a step sends a link to, and whether it may: the response is the same either way. */
import type { KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { type KnownAccount, lookUpAccount } from '../account/account.ts';
import { hasCredentials } from '../account/credentials.ts';
import { isProven } from '../account/proof.ts';
import { normaliseOnServer } from '../address/idn.ts';
import { smtpSettings } from '../email/smtp.ts';
import type { StepSettings } from '../settings/parse.ts';
import { lockOf } from './lock.ts';
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
  /** What the limit counts under: the address, or a name that has none. */
  limitedBy: string;
}

/** No account has this id, or this address. */
const NOBODY = 'nobody@linkgate.invalid';

/** For a typed name or address, or the user whom the flow has identified; null for text that can't be either. */
export function recipientOf(
  session: KeycloakSession,
  realm: RealmModel,
  subject: Subject,
  typed: string,
  settings: StepSettings,
): Recipient | null {
  const name = (subject.kind === 'named' ? subject.name : typed).trim();
  if (subject.kind === 'unknown' && (name === '' || name.length > MAX_NAME_LENGTH)) return null;
  const user = subject.kind === 'known' ? subject.user : find(session, realm, name);
  const email = user === null ? normaliseOnServer(name) : emailOf(user);
  // The same statements, whatever they find.
  const account = lookUpAccount(session, realm, email ?? NOBODY);
  const isUsed = hasCredentials(session, user?.getId() ?? NOBODY);
  if (user === null) {
    const mayBeNew = subject.kind === 'unknown' || (subject.kind === 'named' && subject.mayBeNew);
    const isNew = mayBeNew && email !== null && account === null && settings.signUp === 'open';
    return isNew
      ? { email, account: null, withheld: false, limitedBy: email }
      : nobody(session, email, name.toLowerCase());
  }
  if (email === null) return nobody(session, null, user.getId());
  if (account?.id !== user.getId())
    return blocked(email, account, user, account?.blocked ?? 'account_ambiguous');
  const reason = account.blocked ?? lockOf(session, realm, user);
  if (reason !== null) return blocked(email, account, user, reason);
  const isRejected = settings.unverified === 'reject' && isUsed && !isProven(session, realm, user);
  return isRejected && !(subject.kind === 'known' && subject.proven)
    ? blocked(email, account, user, 'email_not_verified')
    : { email, account, withheld: false, limitedBy: email };
}

/** The longest name or address that is looked up, in characters. */
const MAX_NAME_LENGTH = 255;

/** As Keycloak's own pages find a user, and by the address, which is what is typed here. */
function find(session: KeycloakSession, realm: RealmModel, name: string): UserModel | null {
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

function blocked(
  email: string,
  account: KnownAccount | null,
  user: UserModel,
  reason: KnownAccount['blocked'],
): Recipient {
  const language = account?.language ?? null;
  return {
    email,
    account: { id: user.getId(), blocked: reason, language },
    withheld: true,
    limitedBy: email,
  };
}

/** Asks the mail server about the realm's own address where nothing else could be an address. */
function nobody(session: KeycloakSession, email: string | null, name: string): Recipient {
  return {
    email: email ?? normaliseOnServer(smtpSettings(session).from ?? '') ?? NOBODY,
    account: { id: null, blocked: 'user_not_found', language: null },
    withheld: true,
    limitedBy: email ?? name,
  };
}
