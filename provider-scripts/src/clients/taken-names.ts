/** Reads the names of a realm's clients and APIs (`findingsOfClientId`). */

import type { ClientModel, KeycloakSession, RealmModel } from 'keycloak';
import { textOrNull } from '../platform/database/cells.ts';
import { select } from '../platform/database/sql.ts';
import type { Finding } from '../platform/errors/finding.ts';
import { realmIdOf, requireRealm } from '../platform/keycloak/realm.ts';
import { readSetting } from '../realm/settings/read.ts';
import { CLIENT } from '../realm/settings/table.ts';
import { findingsOfClientId, type NamedAudience, type NamedClient, takenNames } from './api-names.ts';
import { RESOURCE_URL_ATTRIBUTE } from './api-scopes.ts';
import { UNKNOWN_STATES } from './approval.ts';
import { isBuiltIn } from './client.ts';
import { apiScopeModelsIn, audiencesOf } from './scopes-of.ts';

/** Findings about the ID of one client, which may not be stored yet. */
export function findingsOfNewId(
  session: KeycloakSession,
  clientId: string,
  from: NamedClient['from'],
): Finding[] {
  // Only URIs have other spellings.
  const clients = clientId.includes(':')
    ? namedClients(session, 'C.CLIENT_ID LIKE ?6', '%:%')
    : namedClients(session, 'C.CLIENT_ID = ?6', clientId);
  return findingsOfClientId({ clientId, from }, takenNames(audiencesIn(requireRealm(session)), clients));
}

/** Findings about an existing client's ID. */
export function findingsOfClient(session: KeycloakSession, client: ClientModel): Finding[] {
  const isGiven = (name: string) => client.getAttribute(name) !== null;
  return findingsOfNewId(
    session,
    client.getClientId(),
    originOf(isGiven(CLIENT.documentExpiresAt.name), isGiven(CLIENT.registeredAt.name)),
  );
}

/** Findings about the IDs of all clients that may be used, or may be approved. */
export function findingsInRealm(session: KeycloakSession): Finding[] {
  const clients = namedClients(session, 'C.CLIENT_ID LIKE ?6', '%');
  const names = takenNames(audiencesIn(requireRealm(session)), clients);
  const found: Finding[] = [];
  for (const client of clients)
    if (!client.isUnknown) for (const one of findingsOfClientId(client, names)) found.push(one);
  return found;
}

function audiencesIn(realm: RealmModel): NamedAudience[] {
  const found: NamedAudience[] = [];
  for (const scope of apiScopeModelsIn(realm))
    for (const audience of audiencesOf(scope)) found.push({ scope: scope.getName(), audience });
  return found;
}

function originOf(hasDocument: boolean, isRegistered: boolean): NamedClient['from'] {
  return hasDocument ? 'document' : isRegistered ? 'registration' : 'administrator';
}

/**
 * Clients with an ID of this kind or a `resource_url`, other than Keycloak's own, whose IDs nobody else gets; `isUnknown` are those that were
 * rejected or deleted.
 */
function namedClients(
  session: KeycloakSession,
  condition: string,
  value: string,
): (NamedClient & { isUnknown: boolean })[] {
  const attribute = (alias: string, index: number) =>
    `LEFT JOIN CLIENT_ATTRIBUTES ${alias} ON ${alias}.CLIENT_ID = C.ID AND ${alias}.NAME = ?${index}`;
  const from = ['CLIENT C', attribute('R', 2), attribute('D', 3), attribute('U', 4), attribute('A', 5)].join(
    ' ',
  );
  const columns = 'C.CLIENT_ID, R.NAME, D.NAME, CAST(U.VALUE AS VARCHAR(255)), CAST(A.VALUE AS VARCHAR(255))';
  const where = `C.REALM_ID = ?1 AND (${condition} OR U.VALUE IS NOT NULL)`;
  const rows = select(session, `SELECT ${columns} FROM ${from} WHERE ${where}`, [
    realmIdOf(session),
    CLIENT.registeredAt.name,
    CLIENT.documentExpiresAt.name,
    RESOURCE_URL_ATTRIBUTE,
    CLIENT.approval.name,
    value,
  ]);
  const found: (NamedClient & { isUnknown: boolean })[] = [];
  for (const row of rows) {
    const [clientId, registered, document, resourceUrl, approval] = [0, 1, 2, 3, 4].map((index) =>
      textOrNull(row[index]),
    );
    if (clientId === null || clientId === undefined || isBuiltIn(clientId)) continue;
    found.push({
      clientId,
      resourceUrl: resourceUrl ?? '',
      from: originOf(document !== null, registered !== null),
      isUnknown: UNKNOWN_STATES.includes(readSetting(CLIENT.approval, approval)),
    });
  }
  return found;
}
