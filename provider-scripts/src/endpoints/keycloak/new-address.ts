/**
 * Addresses that Keycloak's own pages and APIs give an account: the rules for sign-up are asked about them as soon as Keycloak tells, within its
 * transaction, and what it did is rolled back if they reject the address.
 */
import type { ContainerRequestContext, ContainerResponseContext, Event, KeycloakSession } from 'keycloak';
import { mailboxesOnServer } from '../../accounts/address/idn.ts';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import { FIRST_ERROR_STATUS, replaceByPage } from '../../http/response/replace-response.ts';
import { problem } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { sessionValue } from '../../platform/session/values.ts';
import { hasOwnStep } from '../../realm/flow/own-step.ts';
import type { RejectingRule } from '../../realm/settings/choices.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import type { KeycloakWay } from '../../realm/sign-up-rules/decide.ts';
import { rejectionAtKeycloak, reportSignUpRejected } from '../../realm/sign-up-rules/rules.ts';
import { REGISTERED_NOTE } from '../../sign-in/tabs/ended-tab.ts';
import { note, setNote } from '../../sign-in/tabs/notes.ts';
import { newAddressIn } from './address-events.ts';

/** What the rules reject of what Keycloak did in this request. */
const REJECTED = sessionValue<{ rule: RejectingRule; way: KeycloakWay }>('rejected-address');

/** Called with Keycloak's event of a changed or new account. */
export function judgeNewAddress(session: KeycloakSession, event: Event): void {
  const details = event.getDetails();
  const found = details === null ? null : newAddressIn(String(event.getType()), Java.record(details));
  if (found !== null) judge(session, found.typed, found.way);
}

/** Asks the rules about the account that one of Keycloak's steps for the first sign-in through a provider has created; once in a tab. */
function judgeProvided(session: KeycloakSession): void {
  const tab = session.getContext().getAuthenticationSession();
  if (tab === null || tab.getAuthNote(REGISTERED_NOTE) === null || note(tab, 'rulesAsked') !== null) return;
  const typed = tab.getAuthenticatedUser()?.getEmail() ?? '';
  if (typed === '') return;
  setNote(tab, 'rulesAsked', 'true');
  judge(session, typed, 'provider');
}

function judge(session: KeycloakSession, typed: string, way: KeycloakWay): void {
  const realm = requireRealm(session);
  // Of other realms no response is replaced.
  if (!isLinkgateRealm(realm) && !hasOwnStep(realm)) return;
  const rule = rejectionAtKeycloak(session, mailboxesOnServer(typed), way);
  if (rule === null) return;
  REJECTED.record(session, { rule, way });
  session.getTransactionManager().setRollbackOnly();
}

/** Rolls back what Keycloak did for an address that the rules reject; returns whether it did. */
export function rollBackRejectedAddress(
  session: KeycloakSession,
  response: ContainerResponseContext,
  _request: ContainerRequestContext,
  endpoint: { readonly takesProvided?: true } | null,
): boolean {
  if (endpoint?.takesProvided === true && response.getStatus() < FIRST_ERROR_STATUS) judgeProvided(session);
  const rejected = REJECTED.of(session);
  if (rejected === null) return false;
  reportSignUpRejected(session, rejected.rule, rejected.way);
  replaceByPage(response, rejectByPage(session, problem('sign_up_rejected')));
  return true;
}
