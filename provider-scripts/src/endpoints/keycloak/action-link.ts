/**
 * Keycloak's own links that prove an address (its _Verify Email_, _Update Email_, a link to an identity provider, actions that an
 * administrator requests). They would mark an account or a new address as verified, without ending existing sessions.
 */
import type { KeycloakSession, Response, UserModel } from 'keycloak';
import { isProven } from '../../accounts/proof.ts';
import { page } from '../../http/pages/page.ts';
import { FORBIDDEN } from '../../http/response/responses.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { queryParameter } from '../../platform/session/address.ts';
import { hasTabEndedFor } from '../../sign-in/tabs/basis.ts';
import { liveSession } from '../../sign-in/tabs/link-session.ts';
import { tabsOf } from '../../sign-in/tabs/move-tabs.ts';

const AuthenticationSessionManager = Java.type('org.keycloak.services.managers.AuthenticationSessionManager');
const JavaJsonWebToken = Java.type('org.keycloak.representations.JsonWebToken');
const UpdateEmailActionToken = Java.type(
  'org.keycloak.authentication.actiontoken.updateemail.UpdateEmailActionToken',
);

/** The query parameter in which Keycloak expects the token of such a link. */
const TOKEN_PARAMETER = 'key';

/**
 * Rejects a link of an unproven account: an attacker may have created it (pre-hijacking), and Linkgate's own link claims it first. Rejects
 * a link that changes an address unless the account is signed in here: an attacker's account must not obtain another user's address.
 *
 * @returns the rejection page; null for any other request, even one with a token not signed by this realm
 */
export function rejectActionLink(session: KeycloakSession): Response | null {
  const key = queryParameter(session, TOKEN_PARAMETER);
  // A forged token triggers no lookup and reveals nothing.
  const token = key === null ? null : session.tokens().decode(key, JavaJsonWebToken.class);
  if (token === null || token.getSubject() === null) return null;
  const user = session.users().getUserById(requireRealm(session), token.getSubject());
  if (user === null) return null;
  if (!isProven(session, requireRealm(session), user)) return rejectedPage(session, 'unproven');
  const changesAddress = token.getType() === UpdateEmailActionToken.TOKEN_TYPE;
  return changesAddress && !isSignedInAs(session, user) ? rejectedPage(session, 'stranger') : null;
}

/** Whether this browser is signed in to an account, or in the process of signing in. */
function isSignedInAs(session: KeycloakSession, user: UserModel): boolean {
  const isUser = (other: UserModel | null | undefined) => other?.getId() === user.getId();
  if (isUser(liveSession(session)?.getUser())) return true;
  const manager = new AuthenticationSessionManager(session);
  const root = manager.getCurrentRootAuthenticationSession(requireRealm(session));
  if (root === null) return false;
  return tabsOf(root).some(
    (tab) => isUser(tab.getAuthenticatedUser()) && !hasTabEndedFor(session, tab, user),
  );
}

function rejectedPage(session: KeycloakSession, reason: 'unproven' | 'stranger'): Response {
  return page(session, 'linkgate-rejected.ftl', FORBIDDEN, { reason });
}
