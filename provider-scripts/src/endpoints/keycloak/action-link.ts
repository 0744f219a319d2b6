/**
 * Keycloak's own links that prove an address (its _Verify Email_, _Update Email_, a link to an identity provider, actions that an
 * administrator asks for). They would mark an account as proven, or give it a proven address, and leave whoever was signed in signed in.
 */

import type { ContainerRequestContext, KeycloakSession, Response, UserModel } from 'keycloak';
import { isProven } from '../../account/proof.ts';
import { requireRealm } from '../../keycloak/realm.ts';
import { page } from '../../pages/page.ts';
import { FORBIDDEN } from '../../request/status.ts';
import { liveSession } from '../../tabs/link-session.ts';
import { tabsOf } from '../../tabs/move-tabs.ts';

const AuthenticationSessionManager = Java.type('org.keycloak.services.managers.AuthenticationSessionManager');
const JavaJsonWebToken = Java.type('org.keycloak.representations.JsonWebToken');
const UpdateEmailActionToken = Java.type(
  'org.keycloak.authentication.actiontoken.updateemail.UpdateEmailActionToken',
);

/** The query parameter in which Keycloak expects the token of such a link. */
const TOKEN_PARAMETER = 'key';

/**
 * Rejects a link of an account that nobody has proven theirs: a stranger may have prepared it, and Linkgate's own link takes it over first.
 * One that changes an address is rejected where nobody is signed in to that account: the stranger's account must get nobody else's address.
 *
 * @returns the page that says so; null for any other request, even one with a token not signed by this realm
 */
export function rejectActionLink(
  session: KeycloakSession,
  request: ContainerRequestContext,
): Response | null {
  const key = request.getUriInfo().getQueryParameters().getFirst(TOKEN_PARAMETER);
  // A forged token triggers no lookup and reveals nothing.
  const token = key === null ? null : session.tokens().decode(key, JavaJsonWebToken.class);
  if (token === null || token.getSubject() === null) return null;
  const user = session.users().getUserById(requireRealm(session), token.getSubject());
  if (user === null) return null;
  if (!isProven(session, requireRealm(session), user)) return rejectedPage(session, 'unproven');
  const changesAddress = token.getType() === UpdateEmailActionToken.TOKEN_TYPE;
  return changesAddress && !isWith(session, user) ? rejectedPage(session, 'stranger') : null;
}

/** Whether this browser is signed in to an account, or in the process of signing in. */
function isWith(session: KeycloakSession, user: UserModel): boolean {
  const isUser = (other: UserModel | null | undefined) => other?.getId() === user.getId();
  if (isUser(liveSession(session)?.getUser())) return true;
  const manager = new AuthenticationSessionManager(session);
  const root = manager.getCurrentRootAuthenticationSession(requireRealm(session));
  return root !== null && tabsOf(root).some((tab) => isUser(tab.getAuthenticatedUser()));
}

function rejectedPage(session: KeycloakSession, reason: 'unproven' | 'stranger'): Response {
  return page(session, 'linkgate-rejected.ftl', FORBIDDEN, { reason });
}
