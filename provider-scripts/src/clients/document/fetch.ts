/** Fetches client ID metadata documents. The guard against requests to internal addresses is `isFetchable`; the host connects to what it allows. */
import type { KeycloakSession } from 'keycloak';
import { releaseConnection } from '../../platform/database/sql.ts';
import { parseCidrs } from '../../platform/limits/addresses.ts';
import { isFetchable } from './public-address.ts';

const Config = Java.type('org.keycloak.Config');
const JavaDocuments = Java.type('org.linkgate.host.Documents');

/** JSON, and more specific types (draft-ietf-oauth-client-id-metadata-document-02, section 4). */
const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** A document's text and `Cache-Control`; or why there is none, for the log. */
export type Fetched = { text: string; cacheControl: string } | { failure: string } | 'busy';

/** Fetches a document without holding a database connection; releases the transaction's locks. */
export function fetchDocument(session: KeycloakSession, url: string): Fetched {
  releaseConnection(session);
  const { cidrs } = parseCidrs(internalNetworks());
  const document = JavaDocuments.fetch(session, url, ((address: string) =>
    isFetchable(String(address), cidrs)) as never);
  if (document === null) return 'busy';
  const failure = document.failure();
  if (failure !== null) return { failure };
  const status = Number(document.status());
  if (status !== 200) return { failure: `status ${status}` };
  if (!JSON_TYPE.test(document.mediaType())) return { failure: `type "${document.mediaType()}"` };
  return { text: document.text(), cacheControl: document.cacheControl() };
}

/** Networks that aren't public, from which the operator allows documents: for tests, and for clients of an internal network. */
function internalNetworks(): string {
  return Config.scope('connectionsHttpClient', 'default').get('documentNetworks') ?? '';
}
