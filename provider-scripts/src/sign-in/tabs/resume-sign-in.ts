/** Resumes the sign-in after an account was proven: in its session, after signing out any other user. */
import type {
  AuthenticationFlowContext,
  AuthenticationSessionModel,
  KeycloakSession,
  RootAuthenticationSessionModel,
} from 'keycloak';
import { DEVICE_NOTE } from '../../accounts/refresh-tokens.ts';
import { endReplaced } from '../../accounts/sign-out.ts';
import type { LinkRequest } from '../../links/magic-link/link.ts';
import { releaseConnection } from '../../platform/database/sql.ts';
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import { recordOwnLanguage } from '../../realm/language/selector.ts';
import { hasTabEndedFor, recordProofTime } from './basis.ts';
import { raiseToBestProof } from './best-proof.ts';
import { endedPage } from './ended-tab.ts';
import { openTab, prepareSession } from './link-session.ts';
import {
  APPROVED_LINK_NOTE,
  NOTES,
  note,
  OWN_PROOF_NOTE,
  REMEMBER_ME_NOTE,
  removeNote,
  setNote,
} from './notes.ts';
import { isOwnProof } from './own-proof.ts';
import type { Proof } from './proof.ts';

const AuthenticationFlowError = Java.type('org.keycloak.authentication.AuthenticationFlowError');

/** Keycloak's type of a passkey, as the event of a sign-in names it. */
const PASSKEY = 'webauthn-passwordless';

/**
 * The user session's note with the account that a returned link was issued to. Not Keycloak's own `IMPERSONATOR_ID`: from 26.8, Keycloak adds
 * `act` to all tokens of a session that has it, which the contract's tokens don't have.
 */
export const SESSION_IMPERSONATOR_NOTE = 'linkgate.impersonator';

/** Returns the tab in which the proven user's sign-in continues, after signing out any other user of this browser. */
export function resumeSignIn(session: KeycloakSession, proof: Proof): AuthenticationSessionModel {
  const { root, endedSession } = prepareSession(session, proof);
  if (endedSession !== null) {
    releaseConnection(session);
    endReplaced(session, endedSession);
  }
  return openProvenTab(session, root, proof);
}

/**
 * Satisfies the link step by the proof in the context's tab, or fails the step if the proof is no longer valid.
 *
 * @returns false without a proof
 */
export function completeWithProof(context: AuthenticationFlowContext): boolean {
  const session = context.getSession();
  const tab = context.getAuthenticationSession();
  const userId = note(tab, 'proven');
  const user = userId === null ? null : session.users().getUserById(context.getRealm(), userId);
  if (user === null) return false;
  if (hasTabEndedFor(session, tab, user)) {
    context.failure(AuthenticationFlowError.INVALID_USER, endedPage(session));
    return true;
  }
  const instead = raiseToBestProof(session, tab, user);
  if (instead !== null) {
    context.forceChallenge(instead);
    return true;
  }
  recordOwnLanguage(tab, user);
  // Copied to the user session, too: its own start time has a precision of one second.
  const knownSince = note(tab, 'knownSince');
  tab.setUserSessionNote(NOTES.knownSince.name, knownSince);
  const approvedLinks = note(tab, 'approvedLinks');
  if (approvedLinks !== null) tab.setUserSessionNote(APPROVED_LINK_NOTE, approvedLinks);
  const device = tab.getAuthNote(DEVICE_NOTE);
  if (device !== null) {
    tab.setUserSessionNote(DEVICE_NOTE, device);
    if (note(tab, 'newDevice') !== null) tab.setUserSessionNote(NOTES.newDevice.name, device);
    // Keycloak's own setting: the session then has the realm's lifetimes for it, and survives the end of the browser.
    if (context.getRealm().isRememberMe()) tab.setAuthNote(REMEMBER_ME_NOTE, 'true');
  }
  const impersonator = note(tab, 'impersonator');
  if (impersonator !== null) tab.setUserSessionNote(SESSION_IMPERSONATOR_NOTE, impersonator);
  const method = note(tab, 'provenBy');
  tab.setUserSessionNote(NOTES.provenBy.name, method);
  if (isOwnProof(method, impersonator)) {
    const provenAt = Math.floor(Number(knownSince) / MILLIS_PER_SECOND);
    tab.setUserSessionNote(OWN_PROOF_NOTE, String(provenAt));
  }
  if (method === 'passkey') context.getEvent().detail('credential_type', PASSKEY);
  context.setUser(user);
  context.success();
  return true;
}

type TabProof = Pick<Proof, 'userId' | 'email' | 'method'>;

/**
 * Records in a tab that an identity provider, or a link to the address that it gave, has proven the account: the tab continues with Keycloak's
 * own requests, not with the link step.
 */
export function recordProviderProof(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  proof: Pick<TabProof, 'userId' | 'email'>,
): void {
  storeProof(session, tab, { ...proof, method: 'provider' });
  removeNote(tab, 'approvedLinks');
  tab.setUserSessionNote(NOTES.knownSince.name, note(tab, 'knownSince'));
}

/** Records in a tab what has just proven its user. */
export function storeProof(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  { userId, email, method }: TabProof,
): void {
  setNote(tab, 'proven', userId);
  setNote(tab, 'provenFor', email === '' ? null : email);
  setNote(tab, 'provenBy', method);
  recordProofTime(session, tab);
}

/** Records the permission that a tab rests on whose link was returned to a backend. */
export function recordGrant(tab: AuthenticationSessionModel, { returnGrant }: LinkRequest): void {
  if (returnGrant === undefined) return;
  setNote(tab, 'impersonator', returnGrant.userId);
  setNote(tab, 'returnGrant', JSON.stringify(returnGrant));
}

function openProvenTab(
  session: KeycloakSession,
  root: RootAuthenticationSessionModel,
  { userId, email, client, request, method, device, isNoticeDue, approved: link }: Proof,
): AuthenticationSessionModel {
  const tab = openTab(root, client, request);
  storeProof(session, tab, { userId, email, method });
  if (device !== undefined) tab.setAuthNote(DEVICE_NOTE, device);
  if (isNoticeDue === true) setNote(tab, 'newDevice', 'true');
  recordGrant(tab, request);
  // What proves the user anew takes the place of an earlier proof.
  setNote(tab, 'approvedLinks', link ?? null);
  if (link !== undefined) setNote(tab, 'link', link);
  return tab;
}
