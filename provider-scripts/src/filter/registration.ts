/**
 * What becomes of what only an administrator decides about a client when a registration endpoint of Keycloak writes the client: its
 * approval and its settings of the sign-in stay, whatever the call says of them (contract, section 3.3).
 */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { APPROVAL_ATTRIBUTE } from '../client/approval.ts';
import { approvalOf } from '../client/client.ts';
import type { Rewrite } from '../endpoints/oauth/rewrites.ts';
import { requireRealm } from '../keycloak/base-url.ts';
import type { Guard } from '../request/guard.ts';
import { CLIENT_ATTRIBUTES } from '../settings/declared.ts';

/** What stood before the call. */
const BEFORE_ATTRIBUTE = 'linkgate.decided.before';
/** A path that names no client that is there leaves it pending, however it is written. */
const CLIENT_PATH = /^\/?realms\/[^/]+\/clients-registrations\/[^/]+\/(.+)$/;
const WRITES: readonly string[] = ['POST', 'PUT'];

/** What an administrator decided about a client, by attributes; null for one that it doesn't have. */
type Decided = Readonly<Record<string, string | null>>;

/** Notes what stands before Keycloak writes the client. */
export const noteDecided: Guard = (session, request) => {
  const clientId = CLIENT_PATH.exec(request.getUriInfo().getPath())?.[1];
  const client = clientId === undefined ? null : requireRealm(session).getClientByClientId(clientId);
  if (client !== null) {
    const decided = decidedOf(approvalOf(client), (name) => client.getAttribute(name));
    session.setAttribute(BEFORE_ATTRIBUTE, JSON.stringify({ id: client.getId(), decided }));
  }
  return null;
};

/** Puts it back; a client that wasn't there waits for an administrator. The call's own transaction is still open. */
export const keepDecided: Rewrite = (session, response) => {
  if (!WRITES.includes(session.getContext().getHttpRequest().getHttpMethod())) return;
  // Of other answers Keycloak keeps nothing, and the context may hold the client that called.
  const status = response.getStatus();
  const client = status >= 200 && status < 300 ? session.getContext().getClient() : null;
  if (client === null) return;
  const due = decidedBefore(session, client) ?? decidedOf('pending', () => null);
  for (const [name, value] of Object.entries<string | null>(due)) {
    if (client.getAttribute(name) === value) continue;
    if (value === null) client.removeAttribute(name);
    else client.setAttribute(name, value);
  }
};

/** The approval is written out even where it was absent: an empty value in the call takes the attribute away, which would approve the client. */
function decidedOf(approval: string, attribute: (name: string) => string | null): Decided {
  const decided: Record<string, string | null> = { [APPROVAL_ATTRIBUTE]: approval };
  for (const [, name] of Object.entries<string>(CLIENT_ATTRIBUTES)) decided[name] = attribute(name);
  return decided;
}

function decidedBefore(session: KeycloakSession, client: ClientModel): Decided | null {
  const before = session.getAttribute(BEFORE_ATTRIBUTE);
  if (before === null || before === undefined) return null;
  const { id, decided } = JSON.parse(String(before)) as { id: string; decided: Decided };
  return id === client.getId() ? decided : null;
}
