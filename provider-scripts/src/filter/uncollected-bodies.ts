/**
 * Bodies that the host hasn't collected before a worker thread was taken: the thread would wait for them as long as a slow sender likes, and
 * Keycloak reads some before it authenticates the caller.
 */

import type { ContainerRequestContext, KeycloakSession, Response } from 'keycloak';
import { type Problem, problem } from '../errors/problem.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { MAX_BODY_BYTES } from '../request/body-limit.ts';
import { FORBIDDEN } from '../request/status.ts';
import type { ErrorFormat } from '../response/error-body.ts';

const AdminRoot = Java.type('org.keycloak.services.resources.admin.AdminRoot');
const AdminRoles = Java.type('org.keycloak.models.AdminRoles');
const AdminPermissions = Java.type('org.keycloak.services.resources.admin.fgap.AdminPermissions');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');

/** Keycloak reads no body of other methods. */
const WRITES: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** Lists of users, which are large: the right to send one is asked for before it is read. What else is read there is small. */
const LIST_TYPE = /^text\/csv\s*(;[^,]*)?$/i;

/** What is wrong below a realm with a body declared to be too large, of whatever type; REST endpoints have their own code for it. */
export function checkDeclaredLength(request: ContainerRequestContext, format: ErrorFormat): Problem | null {
  if (!isDeclaredLarge(request)) return null;
  const code = format === 'rest' ? 'ValidationError' : 'invalid_request';
  return problem('body_too_large', { bytes: MAX_BODY_BYTES, code });
}

function isDeclaredLarge(request: ContainerRequestContext): boolean {
  return Number(request.getHeaderString('Content-Length') ?? 0) > MAX_BODY_BYTES;
}

/**
 * Rejects such a body in the admin API, which takes realms and lists of any size, unless the caller administers something: anybody who is
 * signed in to the realm could send one.
 *
 * @param own whether it is one of Linkgate's resources
 */
export function rejectFromNonAdministrator(
  session: KeycloakSession,
  request: ContainerRequestContext,
  own: boolean,
): Response | null {
  // The host also marks what has no length over HTTP/2.
  const uncollected = isDeclaredLarge(request) || request.getHeaderString('Transfer-Encoding') !== null;
  if (!uncollected || !WRITES.includes(request.getMethod())) return null;
  if (own && LIST_TYPE.test(request.getHeaderString('Content-Type') ?? '')) return null;
  return administers(session) ? null : JavaResponse.status(FORBIDDEN).build();
}

/** Whether Keycloak has authenticated the caller, and it has any administrator's role for this realm. */
function administers(session: KeycloakSession): boolean {
  if (session.getContext().getBearerToken() === null) return false;
  const realm = requireRealm(session);
  const caller = AdminRoot.authenticateRealmAdminRequest(session);
  // It leaves the caller's own realm in the context.
  session.getContext().setRealm(realm);
  const permissions = AdminPermissions.evaluator(session, realm, caller);
  for (const role of AdminRoles.ALL_REALM_ROLES) if (permissions.hasOneAdminRole(role)) return true;
  return false;
}
