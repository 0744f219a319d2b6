/**
 * Guards Keycloak's sign-out endpoints, and explains their rejections (OpenID Connect RP-Initiated Logout 1.0, section 4).
 */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { signOutWithoutSession } from '../../../accounts/forget.ts';
import { signOut } from '../../../accounts/sign-out.ts';
import { findActiveClient, isApproved } from '../../../clients/client.ts';
import { rejectByPage } from '../../../http/pages/reject-by-page.ts';
import type { Guard } from '../../../http/request/guard.ts';
import { queryWithoutEmpty, single } from '../../../http/request/parameters.ts';
import { dropEmpty } from '../../../http/request/request-parameters.ts';
import { FIRST_ERROR_STATUS, replaceByPage } from '../../../http/response/replace-response.ts';
import { FORBIDDEN, seeOther } from '../../../http/response/responses.ts';
import { type Problem, problem } from '../../../platform/errors/problem.ts';
import { baseUrl } from '../../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { queryOf, queryParameter } from '../../../platform/session/address.ts';
import { guardClient } from './guards.ts';

const IDToken = Java.type('org.keycloak.representations.IDToken');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');

/** The parameters that can cause a rejection. */
interface LogoutRequest {
  hint: string | null;
  clientId: string | null;
  redirectUri: string | null;
}

/** Redirects users to approved clients only; the response reveals nothing about other clients. */
export const guardLogout: Guard = (session, http, form) => {
  if (form !== null && single(form, 'refresh_token') !== undefined) return guardClient(session, http, form);
  if (form !== null) dropEmpty(http, form);
  else if (http.getMethod() === 'GET') {
    const query = queryWithoutEmpty(queryOf(session));
    if (query !== null) return seeOther(`${baseUrl(session)}/protocol/openid-connect/logout?${query}`);
  }
  const request = readRequest(session);
  if (request.redirectUri === null || hintProblem(session, request) !== null || mayRedirect(session, request))
    return null;
  return rejectByPage(session, redirectProblem(session, request));
};

/** Only scripts of approved clients may query whether a user is signed in; unknown ones get the same response from Keycloak. */
export const guardSessionStatus: Guard = (session) => {
  const clientId = queryParameter(session, 'client_id');
  return clientId === null || isUsable(session, clientId) ? null : JavaResponse.status(FORBIDDEN).build();
};

function mayRedirect(session: KeycloakSession, request: LogoutRequest): boolean {
  const named = clientOf(session, request);
  // Keycloak rejects a request without a client.
  return named === null || isUsable(session, named);
}

function isUsable(session: KeycloakSession, clientId: string): boolean {
  const client = findActiveClient(requireRealm(session), clientId);
  return client !== null && isApproved(client);
}

/** Replaces Keycloak's page with ours. Responses to other callers, which sign out with a refresh token, stay. */
export function explainLogout(session: KeycloakSession, response: ContainerResponseContext): void {
  if (response.getStatus() < FIRST_ERROR_STATUS) {
    endOfHint(session);
    if (isConfirmed(session)) signOutWithoutSession(session);
    return;
  }
  const form = session.getContext().getHttpRequest().getDecodedFormParameters();
  if (response.getStatus() !== 400 || (form?.getFirst('refresh_token') ?? '') !== '') return;
  replaceByPage(response, rejectByPage(session, reasonOf(session)));
}

/** Ends the named sign-in although its session has expired: refresh tokens may have outlived it. */
function endOfHint(session: KeycloakSession): void {
  const { hint } = readRequest(session);
  const id = hint === null ? null : (session.tokens().decode(hint, IDToken.class)?.getSessionId() ?? null);
  if (id === null || session.sessions().getUserSession(requireRealm(session), id) !== null) return;
  const outliving = session.sessions().getOfflineUserSession(requireRealm(session), id);
  if (outliving !== null) signOut(session, outliving);
}

/** Whether the browser's user has pressed the button to sign out: no other site can do that. */
function isConfirmed(session: KeycloakSession): boolean {
  const context = session.getContext();
  return (
    context.getHttpRequest().getHttpMethod() === 'POST' &&
    context.getUri().getPath().endsWith('/logout-confirm')
  );
}

/** Returns the error, in the order of Keycloak's checks. */
function reasonOf(session: KeycloakSession): Problem {
  const context = session.getContext();
  if (context.getUri().getPath().endsWith('/logout-confirm')) return problem('logout_page_stale');
  const request = readRequest(session);
  return hintProblem(session, request) ?? redirectProblem(session, request);
}

function readRequest(session: KeycloakSession): LogoutRequest {
  const context = session.getContext();
  const form = context.getHttpRequest().getDecodedFormParameters();
  const isPost = context.getHttpRequest().getHttpMethod() === 'POST';
  const value = (name: string) => (isPost ? form?.getFirst(name) : queryParameter(session, name)) ?? null;
  return {
    hint: value('id_token_hint'),
    clientId: value('client_id'),
    redirectUri: value('post_logout_redirect_uri'),
  };
}

function hintProblem(session: KeycloakSession, { hint, clientId }: LogoutRequest): Problem | null {
  if (hint === null)
    return clientId === null
      ? problem('logout_client_required', { parameter: 'post_logout_redirect_uri' })
      : null;
  const token = session.tokens().decode(hint, IDToken.class);
  if (token === null || token.getType() !== 'ID')
    return problem('logout_hint_not_valid', { parameter: 'id_token_hint' });
  if (clientId === null || token.getIssuedFor() === clientId) return null;
  return problem('logout_client_differs', { parameter: 'client_id' });
}

/** The same response whether or not such a client exists. */
function redirectProblem(session: KeycloakSession, request: LogoutRequest): Problem {
  return problem('not_registered_for_client', {
    parameter: 'post_logout_redirect_uri',
    client_id: clientOf(session, request) ?? '',
    code: 'invalid_logout_request',
  });
}

/** The client whose post-logout redirect URI it would be. */
function clientOf(session: KeycloakSession, { hint, clientId }: LogoutRequest): string | null {
  if (clientId !== null || hint === null) return clientId;
  return session.tokens().decode(hint, IDToken.class)?.getIssuedFor() ?? null;
}
