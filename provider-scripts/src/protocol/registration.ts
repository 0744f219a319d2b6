/**
 * What becomes of a client's approval when a registration endpoint of Keycloak writes the client: nothing, whatever the call says of it.
 * Only an administrator approves (contract, section 3.3).
 */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { requireRealm } from './base-url.ts';
import { APPROVAL_ATTRIBUTE, approvalOf } from './client.ts';
import type { Guard } from './guard.ts';
import type { Rewrite } from './rewrites.ts';

/** The approval that a client had before the call, and whose it is. */
const BEFORE_ATTRIBUTE = 'linkgate.approval.before';
/** A path that names no client that is there leaves it pending, however it is written. */
const CLIENT_PATH = /^\/?realms\/[^/]+\/clients-registrations\/[^/]+\/(.+)$/;
const WRITES: readonly string[] = ['POST', 'PUT'];

/** Notes what stands before Keycloak writes the client. */
export const noteApproval: Guard = (session, request) => {
  const clientId = CLIENT_PATH.exec(request.getUriInfo().getPath())?.[1];
  const client = clientId === undefined ? null : requireRealm(session).getClientByClientId(clientId);
  if (client !== null) session.setAttribute(BEFORE_ATTRIBUTE, `${approvalOf(client)} ${client.getId()}`);
  return null;
};

/** Puts it back; a client that wasn't there waits for an administrator. The call's own transaction is still open. */
export const keepApproval: Rewrite = (session, response) => {
  if (!WRITES.includes(session.getContext().getHttpRequest().getHttpMethod())) return;
  // Of other answers Keycloak keeps nothing, and the context may hold the client that called.
  const status = response.getStatus();
  const client = status >= 200 && status < 300 ? session.getContext().getClient() : null;
  if (client === null) return;
  const due = approvalBefore(session, client) ?? 'pending';
  // Written out even where it was absent: an empty value in the call takes the attribute away, which would approve the client.
  if (client.getAttribute(APPROVAL_ATTRIBUTE) !== due) client.setAttribute(APPROVAL_ATTRIBUTE, due);
};

function approvalBefore(session: KeycloakSession, client: ClientModel): string | null {
  const [approval, id] = String(session.getAttribute(BEFORE_ATTRIBUTE) ?? '').split(' ');
  return approval && id === client.getId() ? approval : null;
}
