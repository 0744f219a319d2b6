/**
 * Rejects bodies that the host didn't buffer before it dispatched to a worker thread: a slow sender would block the thread, and Keycloak reads
 * some bodies before it authenticates the caller.
 */
import type { ContainerRequestContext, KeycloakSession, Response } from 'keycloak';
import { MAX_BODY_BYTES } from '../../http/request/body-limit.ts';
import type { ErrorFormat } from '../../http/response/error-body.ts';
import { FORBIDDEN } from '../../http/response/responses.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { headerOf } from '../../platform/session/headers.ts';

const AdminRoot = Java.type('org.keycloak.services.resources.admin.AdminRoot');
const AdminRoles = Java.type('org.keycloak.models.AdminRoles');
const AdminPermissions = Java.type('org.keycloak.services.resources.admin.fgap.AdminPermissions');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');

/** Keycloak reads no body of other methods. */
const WRITES: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** Lists of users, which are large: permission is checked before the body is read. Our other bodies are small. */
const LIST_TYPE = /^text\/csv\s*(;[^,]*)?$/i;

/** Rejects a body below a realm whose declared length is too large; REST endpoints have their own error code for it. */
export function checkDeclaredLength(
  session: KeycloakSession,
  format: ErrorFormat,
  maxBytes: number,
): Problem | null {
  if (!isDeclaredLarger(session, maxBytes)) return null;
  const code = format === 'rest' ? 'ValidationError' : 'invalid_request';
  return problem('body_too_large', { bytes: maxBytes, code });
}

function isDeclaredLarger(session: KeycloakSession, maxBytes: number): boolean {
  return Number(headerOf(session, 'Content-Length') ?? 0) > maxBytes;
}

/**
 * Rejects an unbuffered body in the admin API unless the caller has an administrator's role: the API accepts realms and lists of any size, and
 * any user of the realm could send one.
 *
 * @param own whether it is one of Linkgate's resources
 */
export function rejectUnlessAdministrator(
  session: KeycloakSession,
  request: ContainerRequestContext,
  own: boolean,
): Response | null {
  // The host sets this header on HTTP/2 bodies without a length, too.
  const unbuffered =
    isDeclaredLarger(session, MAX_BODY_BYTES) || headerOf(session, 'Transfer-Encoding') !== null;
  if (!unbuffered || !WRITES.includes(request.getMethod())) return null;
  if (own && LIST_TYPE.test(headerOf(session, 'Content-Type') ?? '')) return null;
  return administers(session) ? null : JavaResponse.status(FORBIDDEN).build();
}

/** Whether the caller is authenticated and has any administrator's role for this realm. */
function administers(session: KeycloakSession): boolean {
  if (session.getContext().getBearerToken() === null) return false;
  const realm = requireRealm(session);
  const caller = AdminRoot.authenticateRealmAdminRequest(session);
  // The call leaves the caller's own realm in the context.
  session.getContext().setRealm(realm);
  const permissions = AdminPermissions.evaluator(session, realm, caller);
  for (const role of AdminRoles.ALL_REALM_ROLES) if (permissions.hasOneAdminRole(role)) return true;
  return false;
}
