/** Creates the client that a document describes, or changes it. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { newEvent } from '../../observability/events/event.ts';
import { inRetriedTransaction } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { readSetting } from '../../realm/settings/read.ts';
import { CLIENT } from '../../realm/settings/table.ts';
import { approvalOf, isRejectedOrDeleted } from '../client.ts';
import { newRegistration } from '../registration.ts';
import { representationOf } from '../representation.ts';
import { listWaitingDocuments, lockClient } from '../rows.ts';
import type { Representation } from '../self-registered.ts';
import { versionText } from '../version.ts';
import { newClientDefaults, writeRepresentation } from '../write.ts';
import { clientOfDocument } from './client.ts';
import { documentRule } from './rule.ts';

const ClientManager = Java.type('org.keycloak.services.managers.ClientManager');
const ClientRepresentation = Java.type('org.keycloak.representations.idm.ClientRepresentation');
const EventType = Java.type('org.keycloak.events.EventType');
const JsonSerialization = Java.type('org.keycloak.util.JsonSerialization');

/**
 * Stores the client as a document of a host describes it, for this many seconds, by the realm's rule for that host now: it may have changed while the
 * document was fetched. A client that isn't described by a document, or was rejected meanwhile, stays.
 */
export function storeDocumentClient(
  session: KeycloakSession,
  described: Representation,
  { host, lifetime }: { host: string; lifetime: number },
): void {
  inRetriedTransaction(session, (own) => {
    const realm = requireRealm(own);
    const rule = documentRule(realm, host);
    if (rule === 'ignore') return;
    const defaults = newClientDefaults(realm);
    const rules = {
      defaults,
      isTrusted: rule === 'approve',
      registration: newRegistration({ userId: null }),
    };
    const stored = lockClient(own, described.clientId);
    if (stored === null) {
      const made = create(own, described);
      write(own, made, null, clientOfDocument(null, described, rules), lifetime);
      return;
    }
    const client = realm.getClientById(stored.getId());
    if (client === null || !isOfDocument(stored) || isRejectedOrDeleted(stored)) return;
    const before = representationOf(own, stored);
    write(own, client, before, clientOfDocument(before, described, rules), lifetime);
  });
}

/** How long a client waits for approval although nobody uses it any more: until this many seconds after its document expired. */
const ABANDONED_SECONDS = 30 * 86_400;

/** How many are removed at once. */
const MAX_REMOVED = 20;

/** Removes clients that nobody approved, and nobody has used for long; returns how many. */
export function removeAbandonedClients(session: KeycloakSession): number {
  return inRetriedTransaction(session, (own) => {
    const expiredBefore = currentTime() - ABANDONED_SECONDS;
    const realm = requireRealm(own);
    const found = listWaitingDocuments(own, { expiredBefore, max: MAX_REMOVED });
    let removed = 0;
    for (const clientId of found) {
      const client = lockClient(own, clientId);
      // An administrator has decided meanwhile, or it is used again.
      if (client === null || approvalOf(client) !== 'pending' || expiryOf(client) >= expiredBefore) continue;
      if (realm.removeClient(client.getId())) removed++;
    }
    return removed;
  });
}

/** Until when a client's document counts, in Unix seconds; 0 for a client without one. */
export function expiryOf(client: ClientModel): number {
  return Number(client.getAttribute(CLIENT.documentExpiresAt.name) ?? '0');
}

/** Whether a document describes a client. */
export function isOfDocument(client: ClientModel): boolean {
  return client.getAttribute(CLIENT.documentExpiresAt.name) !== null;
}

function create(own: KeycloakSession, { clientId, enabled }: Representation): ClientModel {
  const least = JSON.stringify({ clientId, enabled, protocol: 'openid-connect', publicClient: true });
  const representation = JsonSerialization.readValue(least, ClientRepresentation.class);
  return ClientManager.createClient(own, requireRealm(own), representation);
}

function write(
  own: KeycloakSession,
  client: ClientModel,
  before: Representation | null,
  after: Representation,
  lifetime: number,
): void {
  if (before === null || !isSame(before, after)) {
    writeRepresentation(own, client, before ?? representationOf(own, client), after);
    const type = before === null ? EventType.CLIENT_REGISTER : EventType.CLIENT_UPDATE;
    newEvent(own).event(type).client(client.getClientId()).success();
  }
  client.setAttribute(CLIENT.documentExpiresAt.name, String(currentTime() + lifetime));
  client.updateClient();
}

function isSame(before: Representation, after: Representation): boolean {
  return versionText(before) === versionText(after) && isApproved(before) === isApproved(after);
}

function isApproved({ attributes = {} }: Representation): boolean {
  return readSetting(CLIENT.approval, attributes[CLIENT.approval.name]) === 'approved';
}
