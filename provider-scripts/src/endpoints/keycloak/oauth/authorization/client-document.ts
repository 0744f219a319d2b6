/** Clients that name themselves by the URL of a client ID metadata document: an opt-in of the realm (contract, section 11). */
import type { ClientModel, ContainerRequestContext, KeycloakSession, Response } from 'keycloak';
import { isDisabledOrDeleted } from '../../../../clients/client.ts';
import { fetchDocument } from '../../../../clients/document/fetch.ts';
import { lifetimeOf, STALE_SECONDS } from '../../../../clients/document/lifetime.ts';
import { readDocument } from '../../../../clients/document/metadata.ts';
import { documentRule } from '../../../../clients/document/rule.ts';
import {
  expiryOf,
  isOfDocument,
  removeAbandonedClients,
  storeDocumentClient,
} from '../../../../clients/document/store.ts';
import { type DocumentUrl, readDocumentUrl } from '../../../../clients/document-url.ts';
import { countWaitingDocuments } from '../../../../clients/rows.ts';
import { findingsOfNewId } from '../../../../clients/taken-names.ts';
import { currentTime } from '../../../../platform/engine/clock.ts';
import { log } from '../../../../platform/engine/log.ts';
import { inOneLine } from '../../../../platform/engine/one-line.ts';
import { type Problem, problem } from '../../../../platform/errors/problem.ts';
import { baseUrl } from '../../../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../../../platform/keycloak/realm.ts';
import { countDocument } from '../../../../realm/limits/count.ts';

const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const URI = Java.type('java.net.URI');

/** How many clients of documents may wait for approval in a realm: anybody can name one. */
const MAX_WAITING = 100;

/** The result: the request may go on, must be repeated because the client has changed, or is rejected. */
type Refreshed = 'unchanged' | 'changed' | { problem: Problem };

/**
 * Fetches the document of a client that is unknown, or whose document has expired. Returns the redirect to the same request, which then finds the
 * client as it is now: Keycloak has cached its earlier state for this one.
 */
export function refreshDocumentClient(
  session: KeycloakSession,
  request: ContainerRequestContext,
  clientId: string,
): { response: Response } | { problem: Problem } | null {
  const refreshed = refresh(session, clientId);
  if (refreshed === 'unchanged') return null;
  if (refreshed !== 'changed') return refreshed;
  const query = request.getUriInfo().getRequestUri().getRawQuery();
  const again = `${baseUrl(session)}/auth${query === null ? '' : `?${query}`}`;
  // A form is submitted again, too.
  return { response: JavaResponse.temporaryRedirect(URI.create(again)).build() };
}

function refresh(session: KeycloakSession, clientId: string): Refreshed {
  const realm = requireRealm(session);
  const url = readDocumentUrl(clientId);
  const rule = url === null ? 'ignore' : documentRule(realm, url.host);
  if (url === null || rule === 'ignore') return 'unchanged';
  const client = realm.getClientByClientId(clientId);
  const now = currentTime();
  if (client !== null && !isExpired(client, now)) return 'unchanged';
  // Read before the session's transaction ends.
  const staleUntil = client === null ? 0 : expiryOf(client) + STALE_SECONDS;
  if (client === null && rule === 'wait' && isFull(session))
    return { problem: problem('client_not_approved') };
  const failed = fetchAndStore(session, clientId, url);
  if (failed === null) return 'changed';
  return staleUntil > now ? 'unchanged' : { problem: failed };
}

/** Whether no further client may wait. */
function isFull(session: KeycloakSession): boolean {
  const name = requireRealm(session).getName();
  if (countWaitingDocuments(session) < MAX_WAITING || removeAbandonedClients(session) > 0) return false;
  log.warn(`realm "${name}": ${MAX_WAITING} clients with documents wait for approval; no more are added`);
  return true;
}

/** Whether an existing client's document must be fetched again. */
function isExpired(client: ClientModel, now: number): boolean {
  return isOfDocument(client) && !isDisabledOrDeleted(client) && expiryOf(client) <= now;
}

/** Returns why it failed; null if the client is stored as its document describes it. */
function fetchAndStore(session: KeycloakSession, clientId: string, url: DocumentUrl): Problem | null {
  const excess = countDocument(session, url.host);
  if (excess !== null) return excess;
  const fetched = fetchDocument(session, clientId);
  if (fetched === 'busy') return problem('temporarily_unavailable');
  const parameter = 'client_id';
  if ('failure' in fetched) {
    // The response doesn't have it: nobody should learn by it what the server can reach.
    log.warn(`client "${clientId}": its document could not be fetched: ${inOneLine(fetched.failure)}`);
    return problem('client_document_unreachable', { parameter });
  }
  const read = readDocument(clientId, url, fetched.text);
  if ('problem' in read)
    return problem('client_document_not_valid', { parameter, reason: read.problem.text });
  const isNew = requireRealm(session).getClientByClientId(clientId) === null;
  if (isNew && findingsOfNewId(session, clientId, 'document').length > 0)
    return problem('client_id_of_api', { parameter, client_id: clientId, code: 'invalid_client' });
  storeDocumentClient(session, read.client, { host: url.host, lifetime: lifetimeOf(fetched.cacheControl) });
  return null;
}
