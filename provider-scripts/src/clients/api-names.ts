/**
 * The names by which access tokens and introspection know clients and APIs: client IDs, audiences of API scopes, and `resource_url`. A name belongs
 * to one of them (contract, section 11); only a client that an administrator made can be the API whose audience is its ID.
 */
import { type Finding, finding } from '../platform/errors/finding.ts';
import { ADMIN_PAGES_CLIENT } from '../platform/keycloak/resources.ts';
import { normalizedAudience } from './audience.ts';
import { readDocumentUrl } from './document-url.ts';

/** A client, as its names matter here. */
export interface NamedClient {
  clientId: string;
  /** The attribute; empty if it has none. */
  resourceUrl: string;
  /** Who decided its ID: itself, its document's URL, or an administrator. */
  from: 'registration' | 'document' | 'administrator';
}

/** An API scope's name and an audience of it. */
export interface NamedAudience {
  scope: string;
  audience: string;
}

/** What each name of a realm stands for, by the name as it is compared. */
export interface TakenNames {
  /** API scopes, of their audiences. */
  scopes: Map<string, string[]>;
  /** The IDs of clients, of their IDs and `resource_url`s. */
  clients: Map<string, string[]>;
}

/** Collects a realm's names. */
export function takenNames(audiences: readonly NamedAudience[], named: readonly NamedClient[]): TakenNames {
  const [scopes, clients] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const { scope, audience } of audiences) add(scopes, audience, scope);
  for (const { clientId, resourceUrl } of named) {
    add(clients, clientId, clientId);
    if (resourceUrl !== '') add(clients, resourceUrl, clientId);
  }
  return { scopes, clients };
}

function add(all: Map<string, string[]>, name: string, owner: string): void {
  const compared = normalizedAudience(name);
  const owners = all.get(compared) ?? [];
  if (!owners.includes(owner)) owners.push(owner);
  all.set(compared, owners);
}

/** Findings about a client whose ID is, or is equivalent to, a name of something else in the realm. */
export function findingsOfClientId(
  { clientId, from }: Pick<NamedClient, 'clientId' | 'from'>,
  { scopes, clients }: TakenNames,
): Finding[] {
  const name = normalizedAudience(clientId);
  const found: Finding[] = [];
  if (from !== 'administrator')
    for (const scope of scopes.get(name) ?? [])
      found.push(finding('client-id-of-scope', { client: clientId, scope }));
  for (const other of clients.get(name) ?? [])
    if (other !== clientId) found.push(finding('client-id-of-client', { client: clientId, other }));
  if (from !== 'administrator' && isReserved(clientId))
    found.push(finding('client-id-reserved', { client: clientId }));
  if (from === 'registration' && namesDocument(clientId))
    found.push(finding('client-id-of-document', { client: clientId }));
  return found;
}

/** Whether an ID is Linkgate's own client's, which gets administrators' rights: only an administrator may create it. */
export function isReserved(clientId: string): boolean {
  return clientId === ADMIN_PAGES_CLIENT;
}

/** An https URL with a path or a query. */
const URL_WITH_PATH = /^https:\/\/[^/?#]*\/(?=[^#])/;

/**
 * Whether a client ID is the URL of a document, in any spelling: only the client of that document may have it, also in a realm that
 * doesn't fetch documents yet.
 */
export function namesDocument(clientId: string): boolean {
  return readDocumentUrl(clientId) !== null || URL_WITH_PATH.test(normalizedAudience(clientId));
}
