/** For whom a backend requests a link in a stock realm. */
import type { AdminPermissionEvaluator, KeycloakSession, UserModel } from 'keycloak';
import { findAccount } from '../../../accounts/account.ts';
import { normaliseOnServer } from '../../../accounts/address/idn.ts';
import type { GivenUser } from '../../../links/magic-link/link.ts';
import { hasLinksRole } from '../../../links/magic-link/requester.ts';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import type { StepSettings } from '../../../realm/flow/parse.ts';
import { decisionOn, rejectionOf } from '../../../realm/sign-up-rules/rules.ts';
import { emailOf } from '../../../sign-in/step/subject.ts';
import { needsOtherProof } from '../../../sign-in/step/unverified.ts';
import type { StepLinkRequest } from './step-body.ts';

const ForbiddenException = Java.type('jakarta.ws.rs.ForbiddenException');
const ModelDuplicateException = Java.type('org.keycloak.models.ModelDuplicateException');

/** The user as found. */
export interface FoundUser {
  account: UserModel | null;
  /** Normalised; empty for an account without an address, and for none that isn't named by one. */
  email: string;
  /** Whether several accounts have the address, or the name. */
  isAmbiguous: boolean;
}

export function findGiven(session: KeycloakSession, { field, value }: GivenUser): FoundUser {
  const nobody = { account: null, email: '', isAmbiguous: false };
  if (field === 'email') {
    const email = normaliseOnServer(value);
    if (email === null) return nobody;
    const { account, isAmbiguous } = findAccount(session, email);
    return account === null ? { account, email, isAmbiguous } : withAddress(session, account);
  }
  const realm = requireRealm(session);
  try {
    const account =
      field === 'user_id'
        ? session.users().getUserById(realm, value)
        : session.users().getUserByUsername(realm, value);
    return account === null ? nobody : withAddress(session, account);
  } catch (failure) {
    if (failure instanceof ModelDuplicateException) return { ...nobody, isAmbiguous: true };
    throw failure;
  }
}

function withAddress(session: KeycloakSession, account: UserModel): FoundUser {
  const email = emailOf(account);
  if (email === null) return { account, email: '', isAmbiguous: false };
  const owner = findAccount(session, email);
  return { account, email, isAmbiguous: owner.account?.getId() !== account.getId() };
}

/** Whether a requester may have a link emailed: by the right to manage or to impersonate the account, or by the realm's role for links. */
export function maySendLink(
  session: KeycloakSession,
  auth: AdminPermissionEvaluator,
  account: UserModel | null,
): boolean {
  const users = auth.users();
  if (hasLinksRole(session, auth)) return true;
  return account === null
    ? users.canManage() || users.canImpersonate()
    : users.canManage(account) || users.canImpersonate(account, null);
}

/** Rejects a caller who may not. */
export function requireSendPermission(
  session: KeycloakSession,
  auth: AdminPermissionEvaluator,
  account: UserModel | null,
): void {
  if (!maySendLink(session, auth, account)) throw new ForbiddenException();
}

/** Why the user can't have such a link; null if they can. */
export function recipientProblem(
  session: KeycloakSession,
  { account, email, isAmbiguous }: FoundUser,
  { user: { field, value }, create, delivery }: StepLinkRequest,
  settings: StepSettings,
): FieldProblem | null {
  if (field === 'email' && normaliseOnServer(value) === null)
    return fieldProblem(field, 'not_an_email_address');
  if (isAmbiguous) return fieldProblem(field, 'account_ambiguous');
  if (account === null) {
    if (!create || field !== 'email' || settings.signUp !== 'open')
      return fieldProblem(field, 'account_unknown');
    return rejectionOf(session, decisionOn(session, email), 'backend') === null
      ? null
      : fieldProblem(field, 'sign_up_rejected');
  }
  if (account.getServiceAccountClientLink() !== null) return fieldProblem(field, 'account_of_service');
  if (!account.isEnabled()) return fieldProblem(field, 'account_disabled');
  // A username isn't an address here: anybody may have taken it.
  if (field === 'email' && email === '') return fieldProblem(field, 'account_without_address');
  if (delivery === 'return') return null;
  if (email === '') return fieldProblem(field, 'account_without_address');
  return needsOtherProof(session, settings, account) ? fieldProblem(field, 'account_unverified') : null;
}
